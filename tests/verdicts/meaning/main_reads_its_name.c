// The name of the program is made up, too.
// verdict: unknown
// slow: others of its kind are run at every change
// strategy: dash
// reason: without arguments
#include <assert.h>
int main(int argc, char **argv)
{
    assert(argv[0][0] == 'p');
    return 0;
}
