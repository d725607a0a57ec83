// It holds at first, and not later.
// verdict: violated
// kind: invariant
// slow
// function: count
// strategy: bounded
// open: the loop invariant holds at every iteration: i < n

/*@ requires 1 <= n <= 10; assigns \nothing; */
int count(int n)
{
    int i = 0;
    //@ loop invariant i < n;
    while (i < n)
        i++;
    return i;
}
