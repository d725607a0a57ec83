// All elements before n, and none if n is 0.
// verdict: proved
// slow
// function: first
// strategy: outright
// properties: unreach-call, valid-deref

#include <stddef.h>
/*@ requires \valid_read(p + (0 .. n - 1));
    requires \forall integer i; 0 <= i <= n - 1 ==> p[i] < 10;
    assigns \nothing;
    ensures \result < 10; */
int first(const int *p, size_t n)
{
    return n == 0 ? 0 : p[n - 1];
}
