// verdict: unknown
// slow: others of its kind are run at every change
// strategy: bounded
// reason: what a library function writes overlaps with what it reads
#include <assert.h>
#include <stdio.h>

int main(void) {
    union {
        char text[8];
        int count;
    } both = {"ab cd"};
    char word[8];
    int n = sscanf(both.text, "%7s%n%7s", word, &both.count, word);
    assert(n == 2);
}
