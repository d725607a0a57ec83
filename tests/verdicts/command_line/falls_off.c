// The end of main returns 0, whoever has called it.
// verdict: proved
// slow: others of its kind are run at every change
// strategy: bounded
// accept-bounds: yes
#include <assert.h>
static int again(void);
static int depth;
int main(int argc, char **argv)
{
    if (depth++ == 0 && argc)
        assert(again() == 0);
}
static int again(void) { return main(0, 0); }
