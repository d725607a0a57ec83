// strategy: auto
// verdict: violated
// Nothing else says what an error is.
int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x > 3 && x < 6 && x % 2 == 0)
        goto ERROR;
    return 0;
ERROR:
    return 1;
}
