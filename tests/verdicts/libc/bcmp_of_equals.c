// verdict: proved
// strategy: auto
// slow: others of its kind are run at every change
#include <assert.h>
#include <strings.h>

int main(void)
{
    assert(bcmp("ab", "ac", 1) == 0 && bcmp("ab", "ac", 2) != 0);
    return 0;
}
