// verdict: violated
// slow: others of its kind are run at every change
// strategy: auto
// Only whether they differ is said.
#include <assert.h>
#include <strings.h>

int main(void)
{
    assert(bcmp("a", "b", 1) < 0);
    return 0;
}
