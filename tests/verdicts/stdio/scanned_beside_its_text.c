// Another part of the same object is fine.
// verdict: proved
// slow: others of its kind are run at every change
// strategy: bounded
#include <assert.h>
#include <stdio.h>

int main(void) {
    struct {
        char text[4], word[4];
        int count;
    } all = {"a b", "", 0};
    int n = sscanf(all.text, "%3s%n", all.word, &all.count);
    assert(n == 1 && all.word[0] == 'a' && all.count == 1 && all.text[2] == 'b');
}
