// A measure, and an invariant over a product.
// verdict: proved
// kind: measure
// slow
// function: log
// strategy: elements
// seconds: 150
unsigned log(unsigned n)
    __CPROVER_requires(n > 0)
    __CPROVER_ensures(__CPROVER_return_value < 32)
{
    unsigned r = 0;
    while (n > 1)
        __CPROVER_loop_invariant(n > 0 && r < 32 && n <= (0xffffffffu >> r))
        __CPROVER_decreases(n)
    {
        n /= 2;
        r++;
    }
    return r;
}
