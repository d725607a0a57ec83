// verdict: violated
// slow: others of its kind are run at every change
// strategy: auto
// properties: valid-memsafety
// What stands for `...` is not compared with how it is read.

#include <stdarg.h>

static void overwrite(int n, ...) {
    va_list list;
    va_start(list, n);
    va_arg(list, char *)[0] = 'x';
    va_end(list);
}

int main(void) {
    const char *text = "abc";
    overwrite(1, text);
    return 0;
}
