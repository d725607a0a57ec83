// strategy: auto
// verdict: proved
// slow: others of its kind are run at every change
#define _GNU_SOURCE
// accept-bounds: yes
#include <assert.h>
#include <stdlib.h>

static char text[] = "NAME=a";

int main(void) {
    putenv(text);
    text[5] = 'b';
    assert(getenv("NAME")[0] == 'b');
    return 0;
}
