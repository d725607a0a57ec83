// It could be the address of a variable.
// strategy: auto
// verdict: unknown
// slow: others of its kind are run at every change
// seconds: 20
// reason: does not lead to anything that is part of the program
#include <assert.h>
int *get(void);
int kept;
int *address = &kept;
int main(void) {
    *get() = 1;
    assert(kept == 0);
    return 0;
}
