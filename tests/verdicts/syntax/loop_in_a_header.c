// A loop of its own in there has its own `break`.
// verdict: proved
// strategy: bounded
#include <assert.h>

int main(void) {
    int s = 0;
    while (({ int k = 0; for (;;) { if (k == 2) break; k++; } s < k; }))
        s++;
    assert(s == 2);
}
