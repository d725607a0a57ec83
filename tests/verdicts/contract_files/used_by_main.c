// What has no code, and a contract, does as that says, whoever calls it.
// verdict: proved
// contracts: used_by_main.h
// strategy: bounded
// assumption: 'next_of' is taken to do what its contract says
#include <assert.h>

int next_of(int number);

int main(void)
{
    assert(next_of(next_of(3)) > 4);
    return 0;
}
