// verdict: violated
// slow: others of its kind are run at every change
// strategy: auto
// properties: valid-memsafety
#include <stdlib.h>
int main(void) {
    char *p = malloc(8), *q = malloc(4000000);
    p[1000000] = 1;
    free(p);
    free(q);
    return 0;
}
