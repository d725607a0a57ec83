// strategy: auto
// verdict: proved
// slow: others of its kind are run at every change
#include <assert.h>

int main(void) {
    int number = 4, hidden, copied;
    __asm__ __volatile__("" ::: "memory");
    __asm__("" : "+r"(number));
    __asm__("# a comment" : "=r"(hidden) : "0"(number + 1));
    __asm__("" : [to] "=r"(copied), "+m"(number) : [from] "[to]"(hidden), "r"(number));
    assert(number == 4);
    assert(hidden == 5 && copied == 5);
    return 0;
}
