// A caller without a contract has to see to what its callees ask for, too.
// verdict: violated
// function: before
// contracts: used_by_main.h
// strategy: bounded
// open: number > 0
int next_of(int number);

int before(int number)
{
    return next_of(number) - 1;
}
