// More than the contract says is not known, and what only the contract allows has not happened.
// verdict: unknown
// contracts: used_by_main.h
// strategy: bounded
// open: next_of(3) == 4
#include <assert.h>

int next_of(int number);

int main(void)
{
    assert(next_of(3) == 4);
    return 0;
}
