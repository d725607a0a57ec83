// verdict: unknown
// slow: others of its kind are run at every change
// strategy: auto
// seconds: 10
// reason: sizeof of a variable-length array with effects is not modelled
#include <assert.h>

int main(void)
{
    int n = 4;
    int i = 0;
    int rows[n][n];

    (void)sizeof(rows[i++]);
    assert(i == 0);
    return 0;
}
