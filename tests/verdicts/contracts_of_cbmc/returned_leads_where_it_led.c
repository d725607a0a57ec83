// A result that is what was given leads where that leads: what is written through it is written there.
// verdict: proved
// function: use
// strategy: outright
// properties: unreach-call, valid-deref
int *same(int *p)
__CPROVER_requires(__CPROVER_is_fresh(p, sizeof *p))
__CPROVER_assigns()
__CPROVER_ensures(__CPROVER_return_value == p);

int use(int *p)
__CPROVER_requires(__CPROVER_is_fresh(p, sizeof *p))
__CPROVER_assigns(*p)
__CPROVER_ensures(*p == 2)
{
    *p = 1;
    *same(p) = 2;
    return 0;
}
