// What is handed over as const is left alone.
// verdict: proved
// slow: others of its kind are run at every change
// strategy: bounded
#include <assert.h>
int sum(const int *p, int n);

int main(void) {
    int a[2] = {1, 2};
    sum(a, 2);
    assert(a[1] == 2);
}
