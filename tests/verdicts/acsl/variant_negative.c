// It becomes smaller, and less than nothing.
// verdict: violated
// slow
// function: count
// strategy: bounded
// open: the measure is not negative

/*@ requires 0 <= n <= 10; assigns \nothing; */
int count(int n)
{
    int i = 0;
    //@ loop variant -i;
    while (i < n)
        i++;
    return i;
}
