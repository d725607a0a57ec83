// The same, and that it does not is a convention.
// verdict: proved
// slow: others of its kind are run at every change
// strategy: dash
// svcomp: yes
#include <assert.h>
void fill(int *place);
int main(void)
{
    int x = 1;
    fill(&x);
    assert(x == 1);
    return 0;
}
