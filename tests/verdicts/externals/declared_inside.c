// A variable that is declared inside of a function.
// verdict: unknown
// reason: leave alone the variables that they are not handed
// slow: others of its kind are run at every change
// strategy: bounded
#include <assert.h>
void other(void);

int main(void) {
    extern int x;
    x = 1;
    other();
    assert(x == 1);
}
