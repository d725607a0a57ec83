// verdict: unknown
// slow: others of its kind are run at every change
// strategy: bounded
// reason: a directive of a format that has no meaning in C
#include <assert.h>
#include <stdio.h>

int main(void) {
    char text[16];
    const char *format = "%+u";
    assert(snprintf(text, sizeof text, format, 5u) > 0);
}
