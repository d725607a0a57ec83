// verdict: violated
// slow: others of its kind are run at every change
// As independent_locks.c, but taking the third one depends on the fourth.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int(), c = __VERIFIER_nondet_int();
    int d = __VERIFIER_nondet_int(), e = __VERIFIER_nondet_int();
    while (__VERIFIER_nondet_int()) {
        int on_a = 0, on_b = 0, on_c = 0, on_d = 0, on_e = 0;
        if (a)
            on_a = 1;
        if (b)
            on_b = 1;
        if (c && d)
            on_c = 1;
        if (d)
            on_d = 1;
        if (e)
            on_e = 1;
        if (a && !on_a)
            reach_error();
        if (b && !on_b)
            reach_error();
        if (c && !on_c)
            reach_error();
        if (d && !on_d)
            reach_error();
        if (e && !on_e)
            reach_error();
    }
    return 0;
}
