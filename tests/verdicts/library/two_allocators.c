// What the library's realloc makes of a block of the program's own malloc nobody knows.
// verdict: unknown
// reason: 'realloc' is the library's, and 'malloc' is the program's own
// strategy: bounded
#include <assert.h>
#include <stdlib.h>
static char pool[64];
void *malloc(size_t n) { return n > sizeof pool ? 0 : pool; }

int main(void) {
    char *s = realloc(0, 4);
    assert(s != 0);
}
