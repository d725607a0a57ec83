// Nothing, and it counts.
// verdict: unknown
// slow
// function: count
// strategy: bounded
// open: what the loop writes is named in its assigns clause: nothing
// reason: only the executor sees what is written

/*@ requires 0 <= n <= 5; assigns \nothing; */
int count(int n)
{
    int i = 0;
    //@ loop assigns \nothing;
    while (i < n)
        i++;
    return i;
}
