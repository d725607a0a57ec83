// More arguments than would be made up.
// strategy: auto
// verdict: violated
// slow: others of its kind are run at every change
// seconds: 20
#include <assert.h>
int main(int argc, char **argv)
{
    assert(argc != 1000);
    return 0;
}
