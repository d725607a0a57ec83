// From one element all others can be reached, before and behind it.
// verdict: violated
// slow: others of its kind are run at every change
// strategy: bounded
#include <assert.h>
void fill(int *p);

int main(void) {
    int a[4] = {1, 2, 3, 4};
    fill(&a[2]);
    assert(a[0] == 1);
}
