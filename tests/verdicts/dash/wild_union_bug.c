// verdict: violated
// slow: others of its kind are run at every change
extern void reach_error(void);
extern void *__VERIFIER_nondet_pointer(void);

union word {
    unsigned whole;
    unsigned char part[4];
    float real;
};

int main(void) {
    union word *w = __VERIFIER_nondet_pointer();
    union word *v = __VERIFIER_nondet_pointer();
    w->part[2] = 0x80;
    if (w->whole == 0x3f800001u)
        v = w;
    if (v->real == 1.0f && w->part[3] == 0x3f)
        reach_error();
    return 0;
}
