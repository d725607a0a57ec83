// The same argument again.
// verdict: violated
// kind: call-measure
// slow
// function: sum
// strategy: bounded
// properties: unreach-call
// open: where 'sum' calls itself the measure is smaller, and was not negative: n
int sum(int n)
__CPROVER_requires(0 <= n && n <= 100)
__CPROVER_ensures(__CPROVER_return_value == n)
__CPROVER_decreases(n)
{
    return n == 0 ? 0 : n == 7 ? sum(n) : 1 + sum(n - 1);
}
