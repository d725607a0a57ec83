// strategy: auto
// verdict: violated
// slow: others of its kind are run at every change
// properties: valid-memsafety
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    FILE *file = tmpfile();
    free(file);
    return 0;
}
