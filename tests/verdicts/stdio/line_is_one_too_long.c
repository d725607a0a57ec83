// strategy: auto
// verdict: violated
// properties: valid-memsafety
#include <stdio.h>

int main(void) {
    char line[4];
    fgets(line, sizeof line + 1, stdin);
    return 0;
}
