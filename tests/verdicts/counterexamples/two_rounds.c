// verdict: violated
// slow: others of its kind are run at every change
// The program of Erez 2004, Fig. 2.1, with the paper's labels: z = 3 is the only value on which it fails.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int x, y, z = __VERIFIER_nondet_int();
    y = 1;                 // label 1
    x = 1;                 // label 2
    while (y < z) {        // label 3
        if (x >= y) {      // label 4
            x = y + 2;     // label 5
        } else {
            x = 3;         // label 7
        }
        y = y + 1;         // label 9
    }
    if (!(x < 4)) {        // label 11
        reach_error();
    }
    return 0;
}
