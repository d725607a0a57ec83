// strategy: auto
// verdict: proved
// slow: others of its kind are run at every change
// properties: valid-memsafety
#include <stdio.h>

int main(void) {
    char letters[3] = {'a', 'b', 'c'};
    char word[4] = "abc";
    printf("%.3s %s %.*s\n", letters, word, 2, letters);
    return 0;
}
