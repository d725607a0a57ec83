// verdict: proved
// slow: others of its kind are run at every change
// strategy: auto
// assumption: 'given' is declared nonnull
// Nobody need look at what is never null.
#include <assert.h>

__attribute__((nonnull)) int given(int *p) {
    return p ? 1 : 0;
}

int main(void) {
    int *none = 0;
    assert(given(none) == 0);
    return 0;
}
