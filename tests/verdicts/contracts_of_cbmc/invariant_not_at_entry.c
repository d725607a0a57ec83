// It does not hold when the loop is come to.
// verdict: violated
// kind: invariant
// slow
// function: count
// strategy: bounded
// open: the loop invariant holds at every iteration: i > 0
int count(int n)
    __CPROVER_requires(0 <= n && n <= 5)
{
    int i = 0;
    while (i < n)
        __CPROVER_loop_invariant(i > 0)
    {
        i++;
    }
    return i;
}
