// strategy: auto
// verdict: violated
// slow: others of its kind are run at every change
// properties: valid-memsafety
#include <stdio.h>

int main(void) {
    FILE *file = fopen("data", "w");
    if (file == NULL)
        return 1;
    fclose(file);
    return fputc('x', file);
}
