// strategy: auto
// verdict: proved
// slow: others of its kind are run at every change
#define _GNU_SOURCE
#include <assert.h>
#include <string.h>

int main(void) {
    assert(strverscmp("a9", "a10") < 0);
    assert(strverscmp("a010", "a09") < 0);
    return 0;
}
