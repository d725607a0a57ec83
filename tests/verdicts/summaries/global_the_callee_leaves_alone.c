// verdict: proved
// slow: others of its kind are run at every change
// Nothing is known of the call, and nothing need be: it does not write what is checked.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int level, noise;

void disturb(int by) { noise = noise * by + level; }

int main(void) {
    level = 3;
    while (__VERIFIER_nondet_int()) {
        disturb(__VERIFIER_nondet_int());
        if (level != 3)
            reach_error();
    }
    return 0;
}
