// Nobody converts it, and still it is an address.
// verdict: unknown
// strategy: bounded
// slow: others of its kind are run at every change
// reason: to change nothing
#include <assert.h>
union both { int *pointer; long number; };
int tell(long number);

int main(void) {
    int x = 0;
    union both both;
    both.pointer = &x;
    tell(both.number);
    assert(x == 0);
}
