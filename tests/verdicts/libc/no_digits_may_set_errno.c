// strategy: auto
// verdict: violated
// slow: others of its kind are run at every change
#include <assert.h>
#include <errno.h>
#include <stdlib.h>

int main(void) {
    errno = 0;
    assert(strtol("abc", 0, 10) == 0);
    assert(errno == 0);
    return 0;
}
