// verdict: violated
// inputs: 0..31
// Division rounds to zero.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = (__VERIFIER_nondet_int() & 31) - 16;
    if (x >> 1 != x / 2)
        reach_error();
    return 0;
}
