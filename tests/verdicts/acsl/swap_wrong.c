// One of them is lost.
// verdict: violated
// kind: postcondition
// slow
// function: swap
// strategy: bounded
// open: the postcondition of 'swap' holds: *b == \old(*a)

/*@ requires \valid(a) && \valid(b) && \separated(a, b);
    assigns *a, *b;
    ensures *a == \old(*b); ensures *b == \old(*a); */
void swap(int *a, int *b)
{
    *a = *b;
    *b = *a;
}
