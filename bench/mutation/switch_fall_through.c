// verdict: violated
// inputs: 0..3
// A break is missing.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int() & 3, y = 0;
    switch (x) {
    case 0:
        y = 1;
        break;
    case 1:
        y = 2;
    case 2:
        y = 3;
        break;
    default:
        y = 4;
    }
    if (x == 1 && y != 2)
        reach_error();
    return 0;
}
