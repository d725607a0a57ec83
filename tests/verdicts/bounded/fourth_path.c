// verdict: violated
// The program of Figure 2.1 of Erez: only z = 3, in the second round, makes x four.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int z = __VERIFIER_nondet_int();
    int y = 1, x = 1;
    while (y < z) {
        if (x >= y)
            x = y + 2;
        else
            x = 3;
        y = y + 1;
    }
    if (!(x < 4))
        reach_error();
    return 0;
}
