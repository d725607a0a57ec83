// strategy: auto
// verdict: proved
// slow: others of its kind are run at every change
#define _GNU_SOURCE
// accept-bounds: yes
#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    assert(setenv("NAME", "value", 1) == 0);
    assert(strcmp(getenv("NAME"), "value") == 0);
    assert(setenv("NAME", "other", 0) == 0 && getenv("NAME")[0] == 'v');
    assert(unsetenv("NAME") == 0 && getenv("NAME") == 0);
    assert(setenv("A=B", "", 1) == -1 && errno == EINVAL);
    return 0;
}
