// Null must not be followed.
// verdict: violated
// slow: others of its kind are run at every change
// strategy: bounded
// malloc-may-fail: yes
// properties: valid-memsafety
#include <assert.h>
#include <stdlib.h>

int main(void) {
    int *p = malloc(sizeof *p);
    *p = 1;
    free(p);
}
