// More arguments than would be made up.
// strategy: auto
// verdict: violated
// seconds: 20
#include <assert.h>
int main(int argc, char **argv)
{
    assert(argc != 1000);
    return 0;
}
