// A loop with an invariant and a variant.
// verdict: proved
// kind: invariant, measure
// slow
// function: count
// strategy: elements
// properties: unreach-call, no-overflow

/*@ requires 0 <= n; assigns \nothing; ensures \result == n; */
int count(int n)
{
    int i = 0;
    /*@ loop invariant 0 <= i <= n;
        loop variant n - i; */
    while (i < n)
        i++;
    return i;
}
