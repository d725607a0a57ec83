// verdict: violated
// inputs: 0..15 0..15
// Cut to an int it is something else.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a = (__VERIFIER_nondet_int() & 15) + 100000;
    int b = (__VERIFIER_nondet_int() & 15) + 100000;
    int p = a * b;
    if (p != (long long)a * b)
        reach_error();
    return 0;
}
