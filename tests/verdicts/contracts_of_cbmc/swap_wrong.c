// The old value is lost.
// verdict: violated
// kind: postcondition
// slow
// function: swap
// strategy: bounded
// open: the postcondition of 'swap' holds: * a == __CPROVER_old ( * b )
void swap(int *a, int *b)
    __CPROVER_requires(__CPROVER_is_fresh(a, sizeof *a))
    __CPROVER_requires(__CPROVER_is_fresh(b, sizeof *b))
    __CPROVER_assigns(*a, *b)
    __CPROVER_ensures(*a == __CPROVER_old(*b) && *b == __CPROVER_old(*a))
{
    *a = *b;
    *b = *a;
}
