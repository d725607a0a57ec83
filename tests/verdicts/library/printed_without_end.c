// strategy: auto
// verdict: violated
// slow: others of its kind are run at every change
// properties: valid-memsafety
#include <stdio.h>

int main(void) {
    char letters[3] = {'a', 'b', 'c'};
    printf("%i: %s\n", 1, letters);
    return 0;
}
