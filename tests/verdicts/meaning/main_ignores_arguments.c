// That main has arguments restricts nothing if nobody looks at them.
// verdict: proved
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
