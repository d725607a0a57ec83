// It stays the same.
// verdict: violated
// kind: measure
// slow
// function: count
// strategy: bounded
// open: every iteration makes the measure smaller: n

/*@ requires 0 <= n <= 10; assigns \nothing; */
int count(int n)
{
    int i = 0;
    //@ loop variant n;
    while (i < n)
        i++;
    return i;
}
