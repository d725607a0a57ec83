// In a function with labels.
// verdict: violated
// slow: others of its kind are run at every change
// strategy: bounded
#include <assert.h>
void fill(int *p);

int main(void) {
    int n = 0;
again:
    n++;
    int x = 0;
    fill(&x);
    if (n < 2 && x == 3)
        goto again;
    assert(n != 2 || x != 4);
}
