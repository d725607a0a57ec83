// And get what it returns.
// verdict: proved
// slow: others of its kind are run at every change
// strategy: bounded
#include <assert.h>
#include <stdlib.h>
#include <string.h>
static char pool[64];
static int calls;
void *malloc(size_t n) { calls++; return n > sizeof pool ? 0 : pool; }

int main(void) {
    char *s = strndup("abc", 2);
    assert(calls == 1 && s == pool && s[1] == 'b' && s[2] == 0);
}
