// The contract does not say what is needed.
// verdict: unknown
// slow
// function: twice
// strategy: bounded
// reason: it rests on what the contract of 'next' allows

/*@ assigns \nothing; ensures \result > x; */
int next(int x);

/*@ requires x < 10; assigns \nothing; ensures \result == x + 1; */
int twice(int x)
{
    return next(x);
}
