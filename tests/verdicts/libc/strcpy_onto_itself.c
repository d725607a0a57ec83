// strategy: auto
// verdict: unknown
// slow: others of its kind are run at every change
// reason: a copy between places that overlap
#include <assert.h>
#include <string.h>

int main(void) {
    char text[10] = "abcdef";
    strcpy(text, text + 2);
    assert(text[0] == 'c');
    return 0;
}
