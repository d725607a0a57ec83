// strategy: auto
// verdict: violated
// slow: others of its kind are run at every change
// function: both
#include <assert.h>

int both(int *left, int *right, int *restrict other) {
    if (!left || !right || !other)
        return 0;
    *left = 1;
    *right = 2;
    assert(*left == 1);
    return 1;
}
