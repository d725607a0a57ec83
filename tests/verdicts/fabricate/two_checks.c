// verdict: violated
// One holds, the other one does not.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int even = 0, odd = 1;
    while (__VERIFIER_nondet_int() != 99) {
        even = even + 2;
        odd = odd + 2;
        if (even == odd)
            reach_error();
        if (even == 8 && odd == 9)
            reach_error();
    }
    return 0;
}
