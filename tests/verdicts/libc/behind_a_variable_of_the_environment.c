// verdict: violated
// slow: others of its kind are run at every change
// strategy: auto
// properties: valid-deref

#include <stdlib.h>

int main(void) {
    char *home = getenv("HOME");
    if (home == 0 || home[0] != 0)
        return 0;
    return home[9];
}
