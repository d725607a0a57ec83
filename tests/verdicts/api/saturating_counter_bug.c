// A counter that stays within its limits, but for steps back.
// verdict: violated
// slow
// api: all
// properties: no-overflow
// strategy: bounded
// seconds: 15
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
    value--;
}

int current(void)
{
    return value;
}
