// The body of the callee does what is needed; its contract does not say so.
// verdict: unknown
// kind: callee
// slow
// function: twice
// strategy: bounded
// open: the postcondition of 'twice' holds: __CPROVER_return_value == x + 1
// reason: it rests on what the contract of 'next' allows
int next(int x)
    __CPROVER_requires(x < 1000)
    __CPROVER_ensures(__CPROVER_return_value > x)
{
    return x + 1;
}

int twice(int x)
    __CPROVER_requires(x < 10 && x > -10)
    __CPROVER_ensures(__CPROVER_return_value == x + 1)
{
    return next(x);
}
