// verdict: proved
// What the first loop leaves behind is what the second one starts from.
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
    unsigned n = __VERIFIER_nondet_uint() % 1000, up = 0, twice = 0;
    while (up < n) {
        up = up + 1;
        twice = twice + 2;
    }
    while (up > 0) {
        up = up - 1;
        twice = twice - 2;
    }
    if (twice != 0)
        reach_error();
    return 0;
}
