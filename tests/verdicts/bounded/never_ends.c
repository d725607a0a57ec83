// verdict: unknown
// slow: others of its kind are run at every change
// seconds: 3
// There is no violation, and no end to look for it.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    unsigned even = 0;
    while (__VERIFIER_nondet_int())
        even += 2;
    if (even & 1)
        reach_error();
    return 0;
}
