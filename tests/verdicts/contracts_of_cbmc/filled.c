// An array of any size up to a thousand, by the invariants that are given.
// verdict: proved
// kind: invariant
// slow
// function: fill
// strategy: elements
// seconds: 150
// properties: unreach-call, valid-deref
void fill(short *a, unsigned n)
    __CPROVER_requires(n <= 1000)
    __CPROVER_requires(__CPROVER_is_fresh(a, n * sizeof *a))
    __CPROVER_assigns(__CPROVER_object_whole(a))
    __CPROVER_ensures(__CPROVER_forall { unsigned k; (0 <= k && k < n) ==> a[k] == 7 })
{
    unsigned i;
    for (i = 0; i < n; i++)
        __CPROVER_loop_invariant(i <= n)
        __CPROVER_loop_invariant(__CPROVER_forall { unsigned k; (0 <= k && k < i) ==> a[k] == 7 })
        __CPROVER_decreases(n - i)
    {
        a[i] = 7;
    }
}
