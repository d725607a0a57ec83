// A callee by its contract: its precondition holds at the call, and its postcondition is enough.
// verdict: proved
// kind: precondition, callee
// slow
// function: average
// strategy: bounded
// assumption: 'halved' is taken to do what its contract says
int halved(int x)
    __CPROVER_requires(x >= 0)
    __CPROVER_ensures(__CPROVER_return_value >= 0 && __CPROVER_return_value <= x)
{
    return x / 2;
}

int average(int a, int b)
    __CPROVER_requires(0 <= a && a <= 1000 && 0 <= b && b <= 1000)
    __CPROVER_ensures(0 <= __CPROVER_return_value && __CPROVER_return_value <= 2000)
{
    return halved(a + b);
}
