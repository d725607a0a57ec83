// It calls itself by its contract.
// verdict: proved
// kind: call-measure
// slow
// function: sum
// strategy: outright
// properties: unreach-call, no-overflow

/*@ requires 0 <= n <= 1000; assigns \nothing; ensures \result * 2 == n * (n + 1); decreases n; */
int sum(int n)
{
    return n == 0 ? 0 : n + sum(n - 1);
}
