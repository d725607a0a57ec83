// What was there before, by old.
// verdict: proved
// kind: postcondition
// slow
// function: swap
// strategy: bounded
// properties: unreach-call, valid-deref
void swap(int *a, int *b)
    __CPROVER_requires(__CPROVER_is_fresh(a, sizeof *a))
    __CPROVER_requires(__CPROVER_is_fresh(b, sizeof *b))
    __CPROVER_assigns(*a, *b)
    __CPROVER_ensures(*a == __CPROVER_old(*b) && *b == __CPROVER_old(*a))
{
    int kept = *a;
    *a = *b;
    *b = kept;
}
