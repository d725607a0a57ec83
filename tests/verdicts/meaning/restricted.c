// strategy: auto
// verdict: proved
// accept-bounds: yes
// function: both
#include <assert.h>

int both(int *restrict left, int *__restrict right) {
    if (!left || !right)
        return 0;
    *left = 1;
    *right = 2;
    assert(*left == 1);
    return 1;
}
