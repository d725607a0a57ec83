// What the callee asks for does not hold.
// verdict: violated
// kind: precondition
// slow
// function: twice
// strategy: bounded
// open: the precondition of 'next' holds where it is called: x < 1000

/*@ requires x < 1000; assigns \nothing; ensures \result == x + 1; */
int next(int x);

/*@ requires x <= 1000; assigns \nothing; */
int twice(int x)
{
    return next(x);
}
