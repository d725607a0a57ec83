// verdict: proved
// slow: others of its kind are run at every change
// strategy: auto
// properties: valid-memsafety
#include <stdlib.h>
int main(void) {
    char *p = malloc(8), *q = malloc(4000000);
    p[7] = 1;
    q[3999999] = p[7];
    free(p);
    free(q);
    return 0;
}
