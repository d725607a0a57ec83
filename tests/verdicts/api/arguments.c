// Records, arrays and pointers as arguments, also in what they point to.
// verdict: violated
// slow: others of its kind are run at every change
// api: all
// strategy: bounded
// seconds: 15
#include <assert.h>

struct point { int x, y; };
struct shape { struct point from, to; const char *name; };

static int lowest;

void lower(const int values[], unsigned char count, struct point limit)
{
    if (values && count == 1 && values[0] < limit.x && limit.y == 7)
        lowest = values[0];
}

int check(const struct shape *it)
{
    if (it && it->name && it->name[0] == 'q' && it->to.y == lowest)
        assert(lowest != -5);
    return 0;
}
