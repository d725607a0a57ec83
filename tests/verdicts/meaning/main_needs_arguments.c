// Without arguments no execution comes to the check: that is not what was asked.
// verdict: unknown
// slow: others of its kind are run at every change
// strategy: dash
// reason: proved only within bounds
#include <assert.h>
int main(int argc, char **argv)
{
    if (argc < 2)
        return 1;
    assert(argv[1][0] != 'x');
    return 0;
}
