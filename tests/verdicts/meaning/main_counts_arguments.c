// Dovetail starts programs with few arguments; what is proved like that is not proved of others.
// verdict: unknown
// slow: others of its kind are run at every change
// strategy: dash
// reason: proved only within bounds
#include <assert.h>
int main(int argc, char **argv)
{
    assert(argc < 5 || argv[1] == 0);
    return 0;
}
