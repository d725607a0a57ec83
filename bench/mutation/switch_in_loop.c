// verdict: violated
// inputs: 0..3 0..3
// A break leaves the switch, not the loop.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int n = 0;
    for (int i = 0; i < 2; i++) {
        switch (__VERIFIER_nondet_int() & 3) {
        case 0:
            break;
        case 1:
            n += 1;
            continue;
        default:
            n += 10;
        }
        n += 100;
    }
    if (n == 201)
        reach_error();
    if (n == 200)
        reach_error();
    return 0;
}
