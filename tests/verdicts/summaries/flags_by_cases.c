// verdict: proved
// slow
// Each flag by itself is a case; together they would be sixteen.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int a, b, c, d, turns;

void fire(void) {
    if (a == 0) a = 1;
    if (b == 0) b = 1;
    if (c == 0) c = 1;
    if (d == 0) d = 1;
}

void reset(void) {
    if (a == 1) a = 2;
    if (b == 1) b = 2;
    if (c == 1) c = 2;
    if (d == 1) d = 2;
}

int main(void) {
    a = b = c = d = 2;
    while (__VERIFIER_nondet_int()) {
        if (__VERIFIER_nondet_int()) a = 0;
        if (__VERIFIER_nondet_int()) b = 0;
        fire();
        if (a == 0 || b == 0 || c != 2 || d != 2)
            reach_error();
        reset();
        if (a != 2 || b != 2)
            reach_error();
        turns = turns + 1;
    }
    return 0;
}
