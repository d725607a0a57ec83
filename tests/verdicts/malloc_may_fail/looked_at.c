// Who looks is safe.
// verdict: proved
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
