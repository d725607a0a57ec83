// property: valid-memsafety
// end: normal 0

#include <stdlib.h>
#include <string.h>

int main(void) {
    char *s = malloc(6);
    strcpy(s, "hello"); /* fits to the byte */
    memmove(s + 1, s, 5);
    s[5] = '\0';
    memcpy(s + 6, s, 0); /* nothing, at the very end */
    int wrong = strcmp(s, "hhell");
    free(s);
    return wrong;
}
