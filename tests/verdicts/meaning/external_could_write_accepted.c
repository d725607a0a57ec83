// The same, and the bounds are accepted.
// verdict: proved
// slow: others of its kind are run at every change
// strategy: dash
// accept-bounds: yes
#include <assert.h>
void fill(int *place);
int main(void)
{
    int x = 1;
    fill(&x);
    assert(x == 1);
    return 0;
}
