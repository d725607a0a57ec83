// Every third iteration leaves the measure as it is.
// verdict: violated
// kind: measure
// slow
// function: count
// strategy: bounded
// open: every iteration makes the measure smaller: n - i
int count(unsigned n)
    __CPROVER_requires(n <= 5)
{
    unsigned i = 0, rounds = 0;
    while (i < n)
        __CPROVER_loop_invariant(i <= n)
        __CPROVER_decreases(n - i)
    {
        if (++rounds % 3 != 0)
            i++;
    }
    return 0;
}
