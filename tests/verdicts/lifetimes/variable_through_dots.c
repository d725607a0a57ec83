// verdict: proved
// slow: others of its kind are run at every change
// strategy: auto
// properties: valid-memsafety, unreach-call

#include <assert.h>
#include <stdarg.h>

static void overwrite(int n, ...) {
    va_list list;
    va_start(list, n);
    va_arg(list, char *)[0] = 'x';
    va_end(list);
}

int main(void) {
    char text[] = "abc";
    overwrite(1, text);
    assert(text[0] == 'x');
    return 0;
}
