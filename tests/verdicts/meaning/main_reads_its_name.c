// The name of the program is any string.
// verdict: violated
// slow: others of its kind are run at every change
// strategy: dash
#include <assert.h>
int main(int argc, char **argv)
{
    assert(argc == 0 || argv[0][0] == 'p');
    return 0;
}
