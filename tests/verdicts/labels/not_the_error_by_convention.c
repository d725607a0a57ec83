// strategy: auto
// svcomp: yes
// verdict: proved
// By these conventions an error is a call, and there is none.
int __VERIFIER_nondet_int(void);

int main(void) {
    if (__VERIFIER_nondet_int() > 3)
        goto ERROR;
    return 0;
ERROR:
    return 1;
}
