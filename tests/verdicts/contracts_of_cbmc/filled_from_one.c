// The first element is left out: the invariant does not hold after an iteration.
// verdict: violated
// slow
// function: fill
// strategy: bounded
// open: the loop invariant holds at every iteration
void fill(short *a, unsigned n)
    __CPROVER_requires(n <= 10)
    __CPROVER_requires(__CPROVER_is_fresh(a, n * sizeof *a))
    __CPROVER_assigns(__CPROVER_object_whole(a))
{
    unsigned i;
    for (i = 0; i < n; i++)
        __CPROVER_loop_invariant(__CPROVER_forall { unsigned k; (0 <= k && k < i) ==> a[k] == 7 })
    {
        if (i > 0)
            a[i] = 7;
    }
}
