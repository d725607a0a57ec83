// strategy: auto
// verdict: proved
// slow: others of its kind are run at every change
// properties: valid-memsafety, unreach-call
#include <assert.h>
#include <stdio.h>

int main(void) {
    int first = 0, second = 0, here = 0;
    char word[4];
    int count = sscanf("12 abcd-0x1f", "%d %3s%*c%i%n", &first, word, &second, &here);
    assert(count == 3 && first == 12 && second == -31 && here == 12);
    assert(word[0] == 'a' && word[2] == 'c' && word[3] == 0);
    return 0;
}
