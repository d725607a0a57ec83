// A result that is what was given, and is not fresh: it may be written through.
// verdict: unknown
// function: use
// strategy: bounded
// properties: unreach-call, valid-deref
int *same(int *p)
__CPROVER_requires(__CPROVER_is_fresh(p, sizeof *p))
__CPROVER_assigns()
__CPROVER_ensures(__CPROVER_return_value == p);

int use(int *p)
__CPROVER_requires(__CPROVER_is_fresh(p, sizeof *p))
__CPROVER_assigns(*p)
__CPROVER_ensures(*p == 1)
{
    *p = 1;
    *same(p) = 2;
    return 0;
}
