// property: valid-memsafety
// end: violation invalid-deref line 13

#include <stdlib.h>
#include <string.h>

static char *copy(const char *from) {
    size_t n = strlen(from);
    char *to = malloc(n);
    size_t i;
    for (i = 0; i < n; i++)
        to[i] = from[i];
    to[i] = '\0';
    return to;
}

int main(void) {
    char *name = copy("dovetail");
    int first = name[0];
    free(name);
    return first;
}
