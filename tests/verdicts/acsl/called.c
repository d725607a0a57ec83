// Callees by their contracts.
// verdict: proved
// kind: precondition, callee
// slow
// function: twice
// strategy: bounded

/*@ requires x < 1000; assigns \nothing; ensures \result == x + 1; */
int next(int x);

/*@ requires -10 < x < 10; assigns \nothing; ensures \result == x + 2; */
int twice(int x)
{
    return next(next(x));
}
