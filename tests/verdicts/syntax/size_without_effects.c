// verdict: proved
// strategy: auto
// seconds: 20
// slow: others of its kind are run at every change
// An operand whose type has a constant size is not evaluated.
#include <assert.h>

int main(void)
{
    int n = 4;
    int i = 0;
    int rows[4][4];

    (void)sizeof(rows[i++]);
    (void)sizeof(int[n]);
    assert(i == 0 && n == 4);
    return 0;
}
