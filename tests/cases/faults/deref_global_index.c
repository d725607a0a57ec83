// property: valid-memsafety
// inputs: 16
// end: violation invalid-deref line 14
// data-model: ILP32

extern unsigned int __VERIFIER_nondet_uint(void);

static long table[16];
static long sentinel = 77;

int main(void) {
    unsigned key = __VERIFIER_nondet_uint();
    unsigned slot = key % 17;
    table[slot] = (long)key;
    return sentinel != 77;
}
