// strategy: auto
// verdict: unknown
// slow: others of its kind are run at every change
// seconds: 15
// reason: overlap
#include <assert.h>
#include <stdio.h>

int main(void) {
    char text[16] = "abc";
    sprintf(text, "%s%s", text, text); /* undefined, and different from library to library */
    assert(text[3] == 'a');
    return 0;
}
