// Parameters declared behind the head.
// verdict: violated
// slow: others of its kind are run at every change
// strategy: bounded
#include <assert.h>
int main(argc, argv)
    int argc;
    char **argv;
{
    assert(argc != 3 || argv[2][0] != 'k');
    return 0;
}
