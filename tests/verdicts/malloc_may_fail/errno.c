// errno tells why.
// verdict: proved
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
