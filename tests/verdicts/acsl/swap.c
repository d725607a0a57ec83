// Earlier values, and what is assigned.
// verdict: proved
// kind: assigns, postcondition
// slow
// function: swap
// strategy: outright
// properties: unreach-call, valid-deref

/*@ requires \valid(a) && \valid(b);
    assigns *a, *b;
    ensures *a == \old(*b) && *b == \old(*a); */
void swap(int *a, int *b)
{
    int kept = *a;
    *a = *b;
    *b = kept;
}
