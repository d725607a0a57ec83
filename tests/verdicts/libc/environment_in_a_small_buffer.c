// strategy: auto
// verdict: violated
// slow: others of its kind are run at every change
// properties: valid-memsafety
#include <stdlib.h>
#include <string.h>

int main(void) {
    char home[8];
    char *value = getenv("HOME");
    if (value != 0)
        strcpy(home, value);
    return 0;
}
