// Of no elements nothing is said: the pointer may be null.
// verdict: violated
// slow
// function: first
// strategy: bounded
// properties: unreach-call, valid-deref
/*@ requires \valid(p + (0 .. n - 1));
    assigns p[0 .. n - 1]; */
void first(int *p, int n)
{
    if (n == 0)
        *p = 0;
}
