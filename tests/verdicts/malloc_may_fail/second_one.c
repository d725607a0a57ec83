// Of two, the second may fail.
// verdict: violated
// slow: others of its kind are run at every change
// strategy: bounded
// malloc-may-fail: yes
#include <assert.h>
#include <stdlib.h>

int main(void) {
    char *p = malloc(1), *q = malloc(1);
    assert(!p || q);
}
