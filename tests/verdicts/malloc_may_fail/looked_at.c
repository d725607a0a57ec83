// Who looks is safe.
// verdict: proved
// slow: others of its kind are run at every change
// strategy: bounded
// malloc-may-fail: yes
// properties: valid-memsafety
#include <assert.h>
#include <stdlib.h>

int main(void) {
    int n = 3;
    int *p = malloc(n * sizeof *p);
    if (!p)
        return 1;
    p[2] = 1;
    free(p);
}
