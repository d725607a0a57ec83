// The word that it takes is found, and given to the native run.
// verdict: violated
// slow: others of its kind are run at every change
// strategy: bounded
#include <assert.h>
#include <string.h>
int main(int argc, char *argv[])
{
    if (argc == 3 && strcmp(argv[2], "-q") == 0)
        assert(argv[1][0] != '/');
    return 0;
}
