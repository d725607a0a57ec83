// strategy: auto
// verdict: unknown
// reason: nothing but a label ERROR may say what an error is
// To call it proved would be vacuous.
int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x > 3 && x < 6 && x % 2 == 0)
        goto ERROR;
    return 0;
ERROR:
    return 1;
}
