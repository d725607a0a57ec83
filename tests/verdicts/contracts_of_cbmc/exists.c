// There is an element.
// verdict: proved
// slow
// function: mark
// strategy: bounded
// seconds: 150
// properties: unreach-call, valid-deref
void mark(int *a, unsigned n, unsigned i)
    __CPROVER_requires(n < 100 && i < n)
    __CPROVER_requires(__CPROVER_is_fresh(a, n * sizeof *a))
    __CPROVER_assigns(__CPROVER_object_whole(a))
    __CPROVER_ensures(__CPROVER_exists { unsigned k; (0 <= k && k < n) && a[k] == 3 })
{
    a[i] = 3;
}
