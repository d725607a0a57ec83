// It may be written only if n is great.
// verdict: unknown
// slow
// function: fill
// strategy: bounded
// open: what the loop writes is named in its assigns clause
// reason: only the executor sees what is written
void fill(int *place, unsigned n)
__CPROVER_requires(n <= 4 && __CPROVER_is_fresh(place, sizeof *place))
__CPROVER_assigns(*place)
{
    unsigned i = 0;
    while (i < n)
    __CPROVER_assigns(i; n > 2: *place)
    {
        *place = 3;
        i++;
    }
}
