// strategy: auto
// verdict: proved
// slow: others of its kind are run at every change
extern int __VERIFIER_nondet_int(void);

extern void reach_error(void);


static int half(unsigned x) {
    switch (x & 1) {
    case 0:
        return 1;
    case 1:
        return 2;
    }
    __builtin_unreachable();
}

int main(void) {
    if (half(__VERIFIER_nondet_int()) > 2)
        reach_error();
    if (__VERIFIER_nondet_int() == 3) {
        __builtin_trap();
        reach_error();
    }
    return 0;
}
