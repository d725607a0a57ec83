// strategy: auto
// verdict: proved
// slow: others of its kind are run at every change
// properties: valid-memsafety, unreach-call
#include <assert.h>
#include <stdarg.h>
#include <stdio.h>

static int put(char *to, size_t size, const char *format, ...) {
    va_list list;
    va_start(list, format);
    int count = vsnprintf(to, size, format, list);
    va_end(list);
    return count;
}

int main(void) {
    char text[8];
    int count = put(text, sizeof text, "%d:%s", 7, "x");
    assert(count == 3 && text[0] == '7' && text[2] == 'x' && text[3] == 0);
    return 0;
}
