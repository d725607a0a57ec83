// strategy: auto
// verdict: proved
// properties: valid-memsafety
#include <stdio.h>

int main(void) {
    char letters[3] = {'a', 'b', 'c'};
    char word[4] = "abc";
    printf("%.3s %s %.*s\n", letters, word, 2, letters);
    return 0;
}
