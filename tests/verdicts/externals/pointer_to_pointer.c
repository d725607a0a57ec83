// Two stars.
// verdict: violated
// strategy: bounded
#include <assert.h>
void fill(int **p);

int main(void) {
    int x = 3;
    int *q = &x;
    fill(&q);
    assert(x == 3);
}
