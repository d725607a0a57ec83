// What stands behind the element is not named.
// verdict: unknown
// kind: loop-assigns
// slow
// function: clear
// strategy: bounded
// open: what the loop writes is named in its assigns clause: i, p[0 .. 1]

/*@ requires \valid(p + (0 .. 3));
    assigns p[0 .. 3]; */
void clear(int *p)
{
    int i;
    //@ loop assigns i, p[0 .. 1];
    for (i = 0; i < 4; i++)
        p[i] = 0;
}
