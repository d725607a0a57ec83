// What is checked after each call holds.
// verdict: proved
// slow: others of its kind are run at every change
// strategy: bounded
#include <assert.h>
void advance(int *state);

int main(void) {
    int x = 0, sum = 0;
    for (int i = 0; i < 3; i++) {
        advance(&x);
        if (x < 0 || x > 10)
            x = 0;
        sum += x;
    }
    assert(sum <= 30);
}
