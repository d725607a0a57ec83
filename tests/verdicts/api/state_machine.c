// Nothing is read from what is not open.
// verdict: proved
// slow: others of its kind are run at every change
// api: all
// strategy: dash
#include <assert.h>

static enum { CLOSED, OPEN, AT_END } state;
static unsigned char left, handles;

int open(unsigned char amount)
{
    if (state != CLOSED)
        return -1;
    state = amount ? OPEN : AT_END;
    left = amount;
    handles++;
    return 0;
}

int read(void)
{
    if (state != OPEN)
        return -1;
    assert(handles == 1 && left > 0);
    if (--left == 0)
        state = AT_END;
    return left;
}

int close(void)
{
    if (state == CLOSED)
        return -1;
    handles--;
    state = CLOSED;
    return 0;
}
