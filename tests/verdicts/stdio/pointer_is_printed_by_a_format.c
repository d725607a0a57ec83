// verdict: unknown
// slow: others of its kind are run at every change
// strategy: bounded
// reason: the text of a pointer, which is up to the library
#include <assert.h>
#include <stdio.h>

int main(void) {
    char text[40];
    const char *format = "%p";
    snprintf(text, sizeof text, format, (void *)text);
    assert(text[1] == 'x');
}
