// verdict: proved
// From 3 it would come to 5, but nothing leads to 3: an induction that looks back over three rounds sees that.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int x = 0, turns = 0;
    while (__VERIFIER_nondet_int()) {
        turns = turns + 1;
        if (x == 5)
            reach_error();
        if (x == 2)
            x = 0;
        else if (x < 100 && x >= 0)
            x = x + 1;
    }
    return 0;
}
