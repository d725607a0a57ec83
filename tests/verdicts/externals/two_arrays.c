// Another array cannot.
// verdict: proved
// slow: others of its kind are run at every change
// strategy: bounded
#include <assert.h>
void fill(int *p);

int main(void) {
    int a[4] = {1, 2, 3, 4}, b[4] = {5, 6, 7, 8};
    int *q = b;
    fill(&a[2]);
    assert(q[0] == 5 && q[3] == 8);
}
