// Exported functions that call themselves, and each other.
// verdict: violated
// slow
// api: all
// strategy: bounded
// seconds: 15
#include <assert.h>

static int depth;

void down(unsigned char steps)
{
    depth++;
    if (steps)
        down(steps - 1);
    assert(depth < 4);
    depth--;
}

int is_even(unsigned char number);

int is_odd(unsigned char number)
{
    return number ? is_even(number - 1) : 0;
}

int is_even(unsigned char number)
{
    return number ? is_odd(number - 1) : 1;
}
