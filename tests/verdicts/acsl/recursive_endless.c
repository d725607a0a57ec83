// From -1 on it does not end: the measure was negative.
// verdict: violated
// slow
// function: sum
// strategy: bounded
// open: where 'sum' calls itself the measure is smaller

/*@ assigns \nothing; decreases n; */
int sum(int n)
{
    return n == 0 ? 0 : sum(n - 1);
}
