// strategy: auto
// verdict: violated
// slow: others of its kind are run at every change
// properties: valid-memsafety
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    char *name = malloc(2);
    if (!name)
        return 0;
    name[0] = 'n';
    name[1] = 0;
    free(name);
    fprintf(stdout, "%-10s", name);
    return 0;
}
