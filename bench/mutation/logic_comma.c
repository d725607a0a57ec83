// verdict: violated
// inputs: 0..7
// Only the last one counts.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int() & 7, y;
    y = (x++, x + 1);
    if (y == 5)
        reach_error();
    return 0;
}
