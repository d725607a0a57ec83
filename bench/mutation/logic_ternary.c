// verdict: proved
// inputs: 0..15
// A choice in a choice.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int() & 15;
    int sign = x > 8 ? 1 : x < 8 ? -1 : 0;
    if (sign * (x - 8) < 0 || (sign == 0 && x != 8))
        reach_error();
    return 0;
}
