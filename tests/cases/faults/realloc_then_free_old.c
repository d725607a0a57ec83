// property: valid-memsafety
// end: violation invalid-free line 13

#include <stdlib.h>
#include <string.h>

int main(void) {
    char *name = malloc(4);
    memcpy(name, "abc", 4);
    char *longer = realloc(name, 4000);
    strcat(longer, "def");
    int n = (int)strlen(longer);
    free(name);
    free(longer);
    return n;
}
