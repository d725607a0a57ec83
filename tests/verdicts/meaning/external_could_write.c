// A function without a body may write what it is given the address of.
// verdict: violated
// slow: others of its kind are run at every change
// strategy: dash
#include <assert.h>
void fill(int *place);
int main(void)
{
    int x = 1;
    fill(&x);
    assert(x == 1);
    return 0;
}
