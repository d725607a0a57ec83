// strategy: auto
// verdict: proved
// slow: others of its kind are run at every change
#define _GNU_SOURCE
#include <assert.h>
#include <string.h>

int main(void) {
    char in[] = "one TWO";
    assert(strcasestr(in, "two") == in + 4);
    assert(strcasestr(in, "three") == 0);
    return 0;
}
