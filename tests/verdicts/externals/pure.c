// With --externals pure nothing is touched.
// verdict: proved
// slow: others of its kind are run at every change
// strategy: bounded
// externals: pure
#include <assert.h>
void fill(int *p);
int x;

int main(void) {
    int y = 0;
    x = 1;
    fill(&y);
    assert(x == 1 && y == 0);
}
