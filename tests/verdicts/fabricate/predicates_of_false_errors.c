// verdict: proved
// The lock is taken and given back in different rounds: what tells the rounds apart is found from false errors.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int held = 0, wanted = 0, done = 0;
    while (!done) {
        if (wanted) {
            if (held)
                reach_error();
            held = 1;
            wanted = 0;
        } else if (held) {
            held = 0;
            done = __VERIFIER_nondet_int();
        } else {
            wanted = 1;
        }
    }
    if (held)
        reach_error();
    return 0;
}
