// What these functions give depends on nothing that is kept.
// verdict: proved
// slow: others of its kind are run at every change
// no-assumption: C library keeps
// strategy: bounded
#include <assert.h>
#include <stdlib.h>
#include <string.h>
int other(int *p);

int main(void) {
    int x;
    other(&x);
    assert(strlen("abc") == 3);
    srand(3);
    assert(rand() >= 0);
}
