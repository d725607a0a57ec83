// What is said of pointers holds of those that the function gets, wherever in the contract it is said.
// verdict: proved
// accept-bounds: yes
// strategy: bounded
// function: both
// properties: unreach-call, valid-deref
int both(int *p, int *q)
__CPROVER_requires(p == q)
__CPROVER_requires(__CPROVER_w_ok(p, 4))
__CPROVER_requires(__CPROVER_w_ok(q, 4))
__CPROVER_assigns(*p, *q)
__CPROVER_ensures(*p == 2)
{
    *p = 1;
    *q = 2;
    return 0;
}
