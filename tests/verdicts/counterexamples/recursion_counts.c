// verdict: violated
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int down(int n) {
    if (n <= 0)
        return 0;
    return 2 + down(n - 1);
}

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (down(n) == 10)
        reach_error();
    return 0;
}
