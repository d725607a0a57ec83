// verdict: violated
// inputs: 0..1
// memory: 0..7
// Read before it is written.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x;
    if (__VERIFIER_nondet_int() & 1)
        x = 3;
    x &= 7;
    if (x == 5)
        reach_error();
    return 0;
}
