// strategy: auto
// verdict: violated
// slow: others of its kind are run at every change
// properties: valid-memsafety
#include <stdio.h>

int main(void) {
    FILE *file = fopen("data", "r");
    int c = fgetc(file); /* null, if there is no such file */
    fclose(file);
    return c;
}
