// Two stars.
// verdict: violated
// slow: others of its kind are run at every change
// strategy: bounded
#include <assert.h>
void fill(int **p);

int main(void) {
    int x = 3;
    int *q = &x;
    fill(&q);
    assert(x == 3);
}
