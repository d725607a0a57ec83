// Dovetail starts programs with few arguments; what is proved like that is not proved of others.
// verdict: unknown
// strategy: dash
// reason: proved only within bounds
#include <assert.h>
int main(int argc, char **argv)
{
    assert(argc < 5 || argv[1] == 0);
    return 0;
}
