// strategy: auto
// verdict: unknown
// reason: inline assembly with outputs
// slow: others of its kind are run at every change
#include <assert.h>

int main(void) {
    int number = 4;
    __asm__("addl $1, %0" : "+r"(number));
    assert(number == 5);
    return 0;
}
