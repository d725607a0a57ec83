// verdict: proved
// inputs: 0..7 0..31
// A field leaves its neighbours alone.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

struct flags { unsigned low : 3; unsigned high : 5; };

int main(void) {
    struct flags f = {0, 0};
    int x = __VERIFIER_nondet_int() & 7, y = __VERIFIER_nondet_int() & 31;
    f.low = x;
    f.high = y;
    f.low = f.low + 1;
    if (f.high != y || f.low != (x + 1) % 8)
        reach_error();
    return 0;
}
