// strategy: auto
// verdict: violated
// properties: valid-memsafety
#include <stdio.h>

int main(void) {
    FILE *file = fopen("data", "r");
    int c = fgetc(file); /* null, if there is no such file */
    fclose(file);
    return c;
}
