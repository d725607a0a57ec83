// All that the loop writes is named, but for what is declared in it.
// verdict: proved
// kind: loop-assigns
// slow
// function: fill
// strategy: elements
// properties: unreach-call, valid-deref
void fill(int *places, unsigned n)
__CPROVER_requires(n <= 1000 && __CPROVER_is_fresh(places, n * sizeof *places))
__CPROVER_assigns(__CPROVER_object_whole(places))
{
    unsigned i;
    for (i = 0; i < n; i++)
    __CPROVER_assigns(i, __CPROVER_object_whole(places))
    __CPROVER_loop_invariant(i <= n)
    {
        int own = 3;
        places[i] = own;
    }
}
