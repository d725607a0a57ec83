// Fresh twice: no call can do that, and nothing is claimed of it but that.
// verdict: proved
// function: both
// strategy: bounded
// properties: unreach-call
void both(int *p)
__CPROVER_requires(__CPROVER_is_fresh(p, sizeof *p))
__CPROVER_requires(__CPROVER_is_fresh(p, sizeof *p))
__CPROVER_assigns(*p)
__CPROVER_ensures(*p == 2)
{
    *p = 1;
}
