// A function with a va_list is left out.
// verdict: proved
// slow: others of its kind are run at every change
// strategy: auto
// api: all
// accept-bounds: yes
#include <assert.h>
#include <stdarg.h>
#include <stddef.h>
static int level;

void vlog(const char *format, va_list list) {
    (void)format;
    (void)list;
}

void set(int n) {
    level = n > 3 ? 3 : n;
}

void check(void) {
    assert(level <= 3);
}
