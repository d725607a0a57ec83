// verdict: proved
// inputs: 0..1 0..1 0..1 0..1 0..1
// Read until a zero, at most four times.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int n = 0;
    while (n < 4 && (__VERIFIER_nondet_int() & 1))
        n++;
    if (n > 4)
        reach_error();
    return 0;
}
