// verdict: proved
// strategy: auto
// Without arrays of variable length the operand of typeof is not evaluated.

#include <assert.h>

int main(void) {
    int i = 0;
    __typeof__(i++) j = 3;
    assert(i == 0 && j == 3);
    return 0;
}
