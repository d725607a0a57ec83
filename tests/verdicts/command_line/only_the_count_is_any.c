// Nothing is made up for a main that looks at argc alone: a proof is about every number of arguments.
// strategy: auto
// verdict: proved
// seconds: 20
#include <assert.h>
int main(int argc, char **argv)
{
    (void)argv;
    assert(argc >= 0);
    return 0;
}
