// verdict: proved
// slow: others of its kind are run at every change
// Inlined, nothing is left of the first call of reach_error: it holds all the same.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern void exit(int);

void leave(void) {
    exit(1);
}

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x > 3) {
        leave();
        reach_error();
    }
    if (x > 3)
        reach_error();
    return 0;
}
