// strategy: auto
// verdict: violated
// properties: valid-memsafety
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    FILE *file = tmpfile();
    free(file);
    return 0;
}
