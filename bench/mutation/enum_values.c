// verdict: proved
// inputs: 0..3
// Names of numbers.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

enum colour { RED = 2, GREEN, BLUE = 7 };

int main(void) {
    int x = __VERIFIER_nondet_int() & 3;
    enum colour c = x == 0 ? RED : x == 1 ? GREEN : BLUE;
    if (c != 2 && c != 3 && c != 7)
        reach_error();
    return 0;
}
