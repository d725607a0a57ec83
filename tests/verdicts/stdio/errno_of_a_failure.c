// strategy: auto
// verdict: violated
#include <assert.h>
#include <errno.h>
#include <stdio.h>

int main(void) {
    errno = 0;
    printf("abc");
    assert(errno == 0); /* it may have failed */
    return 0;
}
