// Declared so that they are not changed; the name is a string, too.
// verdict: violated
// slow: others of its kind are run at every change
// strategy: bounded
#include <assert.h>
int main(int argc, const char *const *argv)
{
    assert(argc == 0 || argv[0][0] != 'p');
    return 0;
}
