// What it returns could be the address of the global.
// verdict: unknown
// slow: others of its kind are run at every change
// strategy: dash
// reason: 'place' returns
#include <assert.h>
int total;
int *place(void);
int main(void)
{
    int *p = place();
    total = 1;
    if (p)
        *p = 2;
    assert(total == 1);
    return 0;
}
