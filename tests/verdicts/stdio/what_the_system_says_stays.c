// verdict: proved
// slow: others of its kind are run at every change
// strategy: bounded
#define _DEFAULT_SOURCE
#include <assert.h>
#include <errno.h>
#include <unistd.h>

int main(void) {
    assert(sysconf(_SC_OPEN_MAX) == sysconf(_SC_OPEN_MAX));
    assert(sysconf(_SC_PAGESIZE) == getpagesize() && sysconf(_SC_NPROCESSORS_ONLN) > 0);
    assert(sysconf(_SC_CLK_TCK) > 0);
    errno = 0;
    assert(sysconf(-5) == -1 && errno == EINVAL);
}
