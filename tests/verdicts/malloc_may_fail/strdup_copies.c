// If it succeeds, it is a copy.
// verdict: proved
// slow: others of its kind are run at every change
// strategy: bounded
// malloc-may-fail: yes
// properties: unreach-call, valid-memsafety
#include <assert.h>
#include <string.h>
#include <stdlib.h>

int main(void) {
    char *p = strdup("abc");
    if (p)
        assert(p[2] == 'c' && p[3] == 0);
    free(p);
}
