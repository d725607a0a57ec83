// A call that ends the program is the last one.
// verdict: proved
// slow: others of its kind are run at every change
// api: all
// strategy: dash
#include <assert.h>
#include <stdlib.h>

static int broken;

void spoil(int how)
{
    broken = how != 0;
    if (broken)
        exit(how);
}

void use(void)
{
    assert(!broken);
}
