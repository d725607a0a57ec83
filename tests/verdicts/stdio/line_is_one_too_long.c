// strategy: auto
// verdict: violated
// slow: others of its kind are run at every change
// properties: valid-memsafety
#include <stdio.h>

int main(void) {
    char line[4];
    fgets(line, sizeof line + 1, stdin);
    return 0;
}
