// What is above a negative number in its register is not known.
// strategy: auto
// verdict: unknown
// slow: others of its kind are run at every change
// seconds: 20
// reason: is given a negative int
#include <assert.h>
extern void *malloc(int);
extern int dovetail_any_int(void);
int main(void) {
    int size = dovetail_any_int();
    assert(malloc(size) != 0 || size == 0);
    return 0;
}
