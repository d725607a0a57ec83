// The checker is asked, and sees that it is not so: that is no bug, and no verdict.
// verdict: unknown
// reason: the checker was asked
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int x = __VERIFIER_nondet_int();
    if (x > 3 && x < 5) reach_error();
    return 0;
}
