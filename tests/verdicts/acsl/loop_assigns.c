// All that the loop writes is named, but for what is declared in it.
// verdict: proved
// kind: loop-assigns
// slow
// function: clear
// strategy: elements
// properties: unreach-call, valid-deref

/*@ requires 0 <= n <= 1000 && \valid(p + (0 .. n - 1));
    assigns p[0 .. n - 1]; */
void clear(int *p, int n)
{
    int i;
    /*@ loop invariant 0 <= i <= n;
        loop assigns i, p[0 .. n - 1];
        loop variant n - i; */
    for (i = 0; i < n; i++)
        p[i] = 0;
}
