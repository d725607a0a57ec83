// strategy: auto
// verdict: unknown
// reason: a register that inline assembly does not set
#include <assert.h>

int main(void) {
    int number = 4;
    __asm__("" : "=r"(number));
    assert(number == 4);
    return 0;
}
