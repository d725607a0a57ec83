// Functions of the library that allocate call the program's own malloc.
// verdict: violated
// slow: others of its kind are run at every change
// strategy: bounded
#include <assert.h>
#include <stdlib.h>
#include <string.h>
static char pool[64];
static int calls;
void *malloc(size_t n) { calls++; return n > sizeof pool ? 0 : pool; }
void free(void *p) { (void)p; }

int main(void) {
    char *s = strdup("a");
    assert(calls == 0);
    return s[0] != 'a';
}
