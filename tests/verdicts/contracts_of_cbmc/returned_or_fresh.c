// A result that may be fresh need not be: it may be what is there, too.
// verdict: unknown
// function: use
// strategy: bounded
// properties: unreach-call
int *make(int *p)
__CPROVER_requires(__CPROVER_is_fresh(p, sizeof *p))
__CPROVER_assigns()
__CPROVER_ensures(__CPROVER_return_value == p || __CPROVER_is_fresh(__CPROVER_return_value, sizeof(int)));

int use(int *p)
__CPROVER_requires(__CPROVER_is_fresh(p, sizeof *p))
__CPROVER_assigns(*p)
__CPROVER_ensures(*p == 1)
{
    *p = 1;
    *make(p) = 2;
    return 0;
}
