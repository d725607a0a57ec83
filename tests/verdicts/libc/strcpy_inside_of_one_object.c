// strategy: auto
// verdict: proved
// slow: others of its kind are run at every change
#include <assert.h>
#include <string.h>

int main(void) {
    char text[10] = "abc";
    strcpy(text + 4, text);
    assert(text[4] == 'a' && text[7] == 0);
    strncpy(text, text + 5, 2);
    assert(text[0] == 'b');
    return 0;
}
