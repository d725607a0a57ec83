// That main has arguments restricts nothing if nobody looks at them.
// verdict: proved
// slow: others of its kind are run at every change
// strategy: dash
#include <assert.h>
int main(int argc, char **argv)
{
    int x = 3;
    (void)argc;
    (void)argv;
    assert(x == 3);
    return 0;
}
