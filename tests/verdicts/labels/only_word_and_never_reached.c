// strategy: auto
// properties: unreach-label
// verdict: proved
// slow: others of its kind are run at every change
int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    while (x > 0) {
        x--;
        if (x < 0)
            goto ERROR;
    }
    return 0;
ERROR:;
}
