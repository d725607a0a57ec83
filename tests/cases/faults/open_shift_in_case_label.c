// inputs: 1
// end: unsupported line 8
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    switch (x + 1) {
    case 1 << 33:
        reach_error();
    default:
        return 3;
    }
}
