// A clause that divides by zero does not hold.
// verdict: violated
// function: keep
// strategy: bounded
int keep(int number)
    __CPROVER_requires(0 <= number && number < 9)
    __CPROVER_ensures(10 / __CPROVER_return_value >= 0)
{
    return number;
}
