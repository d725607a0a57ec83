// property: valid-memsafety
// end: violation invalid-free line 13

#include <stdlib.h>
#include <string.h>

int main(void) {
    char *line = malloc(16);
    strcpy(line, "   indented");
    while (*line == ' ')
        line++;
    int c = *line;
    free(line);
    return c == 'i';
}
