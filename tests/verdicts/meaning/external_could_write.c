// A function without a body is taken to change nothing, and could.
// verdict: unknown
// slow: others of its kind are run at every change
// strategy: dash
// reason: has no body
#include <assert.h>
void fill(int *place);
int main(void)
{
    int x = 1;
    fill(&x);
    assert(x == 1);
    return 0;
}
