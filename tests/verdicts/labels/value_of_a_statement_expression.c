// strategy: auto
// properties: unreach-label
// verdict: violated
// slow: others of its kind are run at every change
int __VERIFIER_nondet_int(void);

int main(void) {
    int x = ({
        if (__VERIFIER_nondet_int())
            goto ERROR;
        0;
    ERROR:
        1;
    });
    return x;
}
