// property: valid-memsafety
// end: violation invalid-deref line 10

#include <stdlib.h>
#include <string.h>

static unsigned words(const char *text) {
    unsigned n = 0;
    int within = 0;
    for (; *text; text++) {
        if (*text == ' ')
            within = 0;
        else if (!within)
            within = 1, n++;
    }
    return n;
}

int main(void) {
    char *text = malloc(11);
    strncpy(text, "to be or not to be", 11);
    unsigned n = words(text);
    free(text);
    return (int)n;
}
