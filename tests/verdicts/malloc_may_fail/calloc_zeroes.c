// What it gives is zero.
// verdict: proved
// slow: others of its kind are run at every change
// strategy: bounded
// malloc-may-fail: yes
#include <assert.h>
#include <stdlib.h>

int main(void) {
    int *p = calloc(2, 4);
    assert(!p || p[1] == 0);
}
