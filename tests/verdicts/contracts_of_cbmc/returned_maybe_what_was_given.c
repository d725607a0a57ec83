// Under a condition only: then it may lead elsewhere.
// verdict: unknown
// slow
// function: use
// strategy: outright
// properties: unreach-call, valid-deref
int *same(int *p, int n)
__CPROVER_requires(__CPROVER_is_fresh(p, sizeof *p))
__CPROVER_assigns()
__CPROVER_ensures(n > 0 ==> __CPROVER_return_value == p);

int use(int *p)
__CPROVER_requires(__CPROVER_is_fresh(p, sizeof *p))
__CPROVER_assigns(*p)
__CPROVER_ensures(*p == 2)
{
    *p = 1;
    *same(p, 0) = 2;
    return 0;
}
