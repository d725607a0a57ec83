// strategy: auto
// verdict: proved
// slow: others of its kind are run at every change
#define _GNU_SOURCE
#include <assert.h>
#include <string.h>

int main(void) {
    char in[] = "abcabd";
    assert(memmem(in, 6, "abd", 3) == in + 3);
    assert(memmem(in, 5, "abd", 3) == 0);
    assert(memmem(in, 6, "", 0) == in);
    return 0;
}
