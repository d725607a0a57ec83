// Arguments are inputs.
// verdict: violated
// slow: others of its kind are run at every change
// strategy: dash
#include <assert.h>
int main(int argc, char **argv)
{
    if (argc < 2)
        return 1;
    assert(argv[1][0] != 'x');
    return 0;
}
