// In a function that calls itself.
// verdict: violated
// slow: others of its kind are run at every change
// strategy: bounded
#include <assert.h>
void fill(int *p);

static int deep(int n) {
    int x = n;
    if (n == 0)
        return 0;
    fill(&x);
    return x == 100 + n ? 1 + deep(n - 1) : 0;
}

int main(void) {
    assert(deep(2) != 2);
}
