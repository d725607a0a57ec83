// verdict: violated
// inputs: 0..15
// Three bits hold up to seven.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

struct flags { unsigned low : 3; unsigned high : 5; };

int main(void) {
    struct flags f = {0, 0};
    int x = __VERIFIER_nondet_int() & 15;
    f.low = x;
    if (f.low != x)
        reach_error();
    return 0;
}
