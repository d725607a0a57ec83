// strategy: auto
// verdict: unknown
// slow: others of its kind are run at every change
// reason: inline assembly that changes memory
#include <assert.h>

int main(void) {
    int value = 1;
    __asm__ volatile("" ::: "memory");
    __asm__ volatile("movl $5, (%0)" ::"r"(&value) : "memory");
    assert(value == 1);
    return 0;
}
