// strategy: auto
// verdict: violated
// properties: valid-memsafety
#include <stdio.h>

int main(void) {
    FILE *file = fopen("data", "w");
    if (file == NULL)
        return 1;
    fclose(file);
    return fputc('x', file);
}
