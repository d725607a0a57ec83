// From -1 on it does not end: the measure was negative.
// verdict: violated
// kind: call-measure
// slow
// function: sum
// strategy: bounded
// open: where 'sum' calls itself the measure is smaller, and was not negative: n

/*@ assigns \nothing; decreases n; */
int sum(int n)
{
    return n == 0 ? 0 : sum(n - 1);
}
