// errno tells why.
// verdict: proved
// slow: others of its kind are run at every change
// strategy: bounded
// malloc-may-fail: yes
#include <assert.h>
#include <errno.h>
#include <stdlib.h>

int main(void) {
    errno = 0;
    char *p = malloc(3);
    assert(p != 0 ? errno == 0 : errno == ENOMEM);
    free(p);
}
