// What the function frees has to be named in its frees clauses.
// verdict: unknown
// open: frees clauses
// function: drop
// strategy: bounded
// properties: unreach-call, valid-free
void free(void *);
void drop(int *p)
__CPROVER_requires(__CPROVER_is_fresh(p, sizeof *p))
__CPROVER_assigns()
__CPROVER_ensures(1)
{
    free(p);
}
