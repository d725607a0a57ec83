// strategy: auto
// verdict: violated
// slow: others of its kind are run at every change
// properties: valid-memsafety
#include <stdio.h>

int main(void) {
    char small[2];
    printf("abc%n", (int *)(void *)small);
    return 0;
}
