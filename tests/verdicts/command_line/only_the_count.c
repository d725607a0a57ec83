// One parameter is enough.
// verdict: violated
// slow: others of its kind are run at every change
// strategy: bounded
#include <assert.h>
int main(int argc)
{
    assert(argc != 4);
    return 0;
}
