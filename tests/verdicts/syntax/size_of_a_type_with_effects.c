// verdict: unknown
// slow: others of its kind are run at every change
// strategy: auto
// seconds: 10
// reason: an array with the variable length '++n' is not modelled here
// What `sizeof` of a type with a variable length computes is computed even where nobody wants the size.
#include <assert.h>

int main(void)
{
    int n = 10;

    (void)sizeof(int[++n]);
    assert(n == 10);
    return 0;
}
