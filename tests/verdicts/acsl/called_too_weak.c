// The contract does not say what is needed.
// verdict: unknown
// kind: callee
// slow
// function: twice
// strategy: bounded
// open: the postcondition of 'twice' holds: \result == x + 1
// reason: it rests on what the contract of 'next' allows

/*@ assigns \nothing; ensures \result > x; */
int next(int x);

/*@ requires x < 10; assigns \nothing; ensures \result == x + 1; */
int twice(int x)
{
    return next(x);
}
