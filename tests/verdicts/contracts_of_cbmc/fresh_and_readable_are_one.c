// Where 'set' is looked at, what it writes is not what 'q' leads to: nothing is known of this call.
// verdict: unknown
// function: twice_the_same
// strategy: bounded
// properties: unreach-call
void set(int *p, int *q)
__CPROVER_requires(__CPROVER_r_ok(q, 4))
__CPROVER_requires(__CPROVER_is_fresh(p, 4))
__CPROVER_assigns(*p)
__CPROVER_ensures(*q == __CPROVER_old(*q))
{
    *p = 7;
}

int twice_the_same(void)
__CPROVER_ensures(__CPROVER_return_value == 1)
{
    int x = 1;
    set(&x, &x);
    return x;
}
