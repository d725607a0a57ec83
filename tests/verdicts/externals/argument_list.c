// A va_list leads to arguments for dots.
// verdict: unknown
// slow: others of its kind are run at every change
// strategy: bounded
#include <assert.h>
#include <stdarg.h>
int vscan(const char *format, va_list list);

static int scan(const char *format, ...) {
    va_list list;
    va_start(list, format);
    int n = vscan(format, list);
    va_end(list);
    return n;
}

int main(void) {
    int x = 1;
    scan("%d", &x);
    assert(x == 1);
}
