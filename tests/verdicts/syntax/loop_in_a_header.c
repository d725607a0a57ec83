// A loop of its own in there has its own `break`.
// verdict: proved
// slow: others of its kind are run at every change
// strategy: bounded
#include <assert.h>

int main(void) {
    int s = 0;
    while (({ int k = 0; for (;;) { if (k == 2) break; k++; } s < k; }))
        s++;
    assert(s == 2);
}
