// It does not hold at first.
// verdict: violated
// kind: invariant
// slow
// function: count
// strategy: bounded
// open: the loop invariant holds at every iteration: 0 < i

/*@ requires 0 <= n <= 10; assigns \nothing; */
int count(int n)
{
    int i = 0;
    //@ loop invariant 0 < i;
    while (i < n)
        i++;
    return i;
}
