// One of them is lost.
// verdict: violated
// slow
// function: swap
// strategy: bounded
// open: *b == \old(*a)

/*@ requires \valid(a) && \valid(b) && \separated(a, b);
    assigns *a, *b;
    ensures *a == \old(*b); ensures *b == \old(*a); */
void swap(int *a, int *b)
{
    *a = *b;
    *b = *a;
}
