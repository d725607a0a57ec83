// Called again and again.
// verdict: violated
// slow: others of its kind are run at every change
// strategy: bounded
#include <assert.h>
int advance(int *state);

int main(void) {
    int x = 0;
    for (int i = 0; i < 3; i++)
        if (!advance(&x))
            break;
    assert(x != 12345);
}
