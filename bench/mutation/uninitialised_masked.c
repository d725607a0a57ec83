// verdict: proved
// inputs: 0..1
// memory: 0..7
// Whatever it holds, three bits are left.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    unsigned x;
    int add = __VERIFIER_nondet_int() & 1;
    x &= 7;
    if (x + add > 8)
        reach_error();
    return 0;
}
