// The one at n is not among them.
// verdict: violated
// slow
// function: first
// strategy: bounded
// properties: valid-deref
// open: the memory accessed is valid

#include <stddef.h>
/*@ requires n < 4 && \valid_read(p + (0 .. n - 1)) && \block_length(p) == n * sizeof(int) && \offset(p) == 0;
    assigns \nothing; */
int first(const int *p, size_t n)
{
    return n == 0 ? 0 : p[n];
}
