// It holds, though an iteration from another state where it does would break it: 5 is odd.
// verdict: proved
// kind: strengthened
// slow
// function: count
// properties: unreach-call
// strategy: auto
unsigned count(unsigned n)
__CPROVER_requires(n <= 1000)
{
    unsigned i = 0;
    while (i < n)
    __CPROVER_loop_invariant(i != 7)
    {
        i += 2;
    }
    return i;
}
