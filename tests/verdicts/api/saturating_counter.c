// A counter that stays within its limits.
// verdict: proved
// slow
// api: all
// properties: no-overflow
// strategy: abstract
#include <limits.h>

static int value;

void add(int amount)
{
    if (amount > 0 && value > INT_MAX - amount)
        value = INT_MAX;
    else if (amount < 0 && value < INT_MIN - amount)
        value = INT_MIN;
    else
        value += amount;
}

void step_back(void)
{
    if (value > INT_MIN)
        value--;
}

int current(void)
{
    return value;
}
