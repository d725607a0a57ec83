// As many strings as argc says, and null behind them.
// verdict: proved
// slow: others of its kind are run at every change
// strategy: bounded
// accept-bounds: yes
#include <assert.h>
int main(int argc, char *argv[])
{
    assert(argc >= 0);
    assert(argv != 0 && argv[argc] == 0);
    if (argc > 1)
        assert(argv[0] && argv[1] && argv[0] != argv[1]);
    return 0;
}
