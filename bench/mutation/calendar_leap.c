// verdict: proved
// inputs: 0..511
// Leap years in five centuries.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

static int leap(int y) {
    return (y % 4 == 0 && y % 100 != 0) || y % 400 == 0;
}

int main(void) {
    int y = 1700 + (__VERIFIER_nondet_int() & 511);
    if (leap(y) && y % 4 != 0)
        reach_error();
    if (y == 1900 && leap(y))
        reach_error();
    return 0;
}
