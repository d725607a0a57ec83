// Functions without a body that are handed nothing that they could change.
// verdict: proved
// slow: others of its kind are run at every change
// strategy: dash
#include <assert.h>
void note(const char *text, int number);
int measured(void);
int main(void)
{
    int x = measured() & 3;
    note("measured", x);
    assert(x < 4);
    return 0;
}
