// The same, and the user says that it touches nothing.
// verdict: proved
// slow: others of its kind are run at every change
// strategy: dash
// externals: pure
#include <assert.h>
void fill(int *place);
int main(void)
{
    int x = 1;
    fill(&x);
    assert(x == 1);
    return 0;
}
