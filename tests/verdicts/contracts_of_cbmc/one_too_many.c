// One element behind the end.
// verdict: violated
// slow
// function: last
// strategy: bounded
// properties: unreach-call, valid-deref
// open: the memory accessed is valid
int last(const int *a, unsigned n)
    __CPROVER_requires(n > 0 && n < 100)
    __CPROVER_requires(__CPROVER_is_fresh(a, n * sizeof *a))
{
    return a[n];
}
