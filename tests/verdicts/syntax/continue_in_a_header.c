// And so it is with `continue`, though there be a loop around.
// verdict: unknown
// reason: 'continue' in the head of a loop: compilers differ in its loop
// slow: others of its kind are run at every change
// strategy: bounded
#include <assert.h>

int main(void) {
    int s = 0;
    for (int i = 0; i < 2; i++) {
        int k = 0;
        while (({ if (k == 3) continue; k++ < 9; }))
            s++;
    }
    assert(s <= 18);
}
