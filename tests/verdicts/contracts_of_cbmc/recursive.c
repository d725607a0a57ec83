// By its own contract, with a measure.
// verdict: proved
// kind: call-measure
// slow
// function: sum
// strategy: outright
// properties: unreach-call
int sum(int n)
__CPROVER_requires(0 <= n && n <= 100)
__CPROVER_ensures(__CPROVER_return_value == n)
__CPROVER_decreases(n)
{
    return n == 0 ? 0 : 1 + sum(n - 1);
}
