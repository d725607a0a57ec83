// strategy: auto
// verdict: proved
// slow: others of its kind are run at every change
// properties: valid-memsafety
// The library keeps a list of open streams: nothing is lost.
#include <stdio.h>

int main(void) {
    FILE *file = fopen("data", "w");
    if (file != NULL)
        fputc('x', file);
    return 0;
}
