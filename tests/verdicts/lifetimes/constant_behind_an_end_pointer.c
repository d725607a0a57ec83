// verdict: violated
// slow: others of its kind are run at every change
// strategy: auto
// properties: valid-memsafety
// strtol takes a pointer to constants and gives one that does not say so.

#include <stdlib.h>

int main(void) {
    const char *text = "12x";
    char *end;
    if (strtol(text, &end, 10) == 12)
        *end = 0;
    return 0;
}
