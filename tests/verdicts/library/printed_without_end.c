// strategy: auto
// verdict: violated
// properties: valid-memsafety
#include <stdio.h>

int main(void) {
    char letters[3] = {'a', 'b', 'c'};
    printf("%i: %s\n", 1, letters);
    return 0;
}
