// A result that is fresh is apart from all that was there.
// verdict: proved
// function: use
// strategy: bounded
// properties: unreach-call, valid-deref
int *make(void)
__CPROVER_assigns()
__CPROVER_ensures(__CPROVER_is_fresh(__CPROVER_return_value, sizeof(int)));

int use(int *p)
__CPROVER_requires(__CPROVER_is_fresh(p, sizeof *p))
__CPROVER_assigns(*p)
__CPROVER_ensures(*p == 1)
{
    *p = 1;
    *make() = 2;
    return 0;
}
