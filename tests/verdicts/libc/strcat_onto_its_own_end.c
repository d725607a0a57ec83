// strategy: auto
// verdict: unknown
// reason: a copy between places that overlap
// slow: others of its kind are run at every change
#include <assert.h>
#include <string.h>

int main(void) {
    char text[10] = "abc";
    strcat(text, text);
    return 0;
}
