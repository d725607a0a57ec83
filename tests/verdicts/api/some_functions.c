// Without the function that breaks it, it holds.
// verdict: proved
// api: advance, check
// strategy: abstract
#include <assert.h>

static unsigned char step;

void advance(void)
{
    if (step < 10)
        step++;
}

void jump(void)
{
    step = 20;
}

void check(void)
{
    assert(step <= 10);
}
