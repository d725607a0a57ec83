// property: no-overflow
// inputs: 5
// end: violation shift line 8

extern int __VERIFIER_nondet_int(void);

static unsigned field(unsigned word, int from, int width) {
    word = word << (32 - from - width);
    return word >> (32 - width);
}

int main(void) {
    int from = __VERIFIER_nondet_int();
    if (from < 0 || from > 8)
        return 0;
    return field(0xdeadbeefu, from, 28) == 0;
}
