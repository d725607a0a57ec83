// verdict: proved
// slow: others of its kind are run at every change
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int sum = 0;
    for (int i = 0; i < (__VERIFIER_nondet_int() & 3); i++)
        if (++sum > 4)
            break;
    return sum;
}
