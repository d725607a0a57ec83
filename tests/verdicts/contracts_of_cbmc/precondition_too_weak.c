// The caller does not keep what it calls from being handed a negative number.
// verdict: violated
// kind: precondition
// slow
// function: average
// strategy: bounded
// open: the precondition of 'halved' holds where it is called: x >= 0
int halved(int x)
    __CPROVER_requires(x >= 0)
    __CPROVER_ensures(__CPROVER_return_value >= 0 && __CPROVER_return_value <= x)
{
    return x / 2;
}

int average(int a, int b)
    __CPROVER_requires(a <= 1000 && -1000 <= a && 0 <= b && b <= 900)
{
    return halved(a + b);
}
