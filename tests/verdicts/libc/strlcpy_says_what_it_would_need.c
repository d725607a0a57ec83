// strategy: auto
// verdict: proved
// slow: others of its kind are run at every change
#define _GNU_SOURCE
#include <assert.h>
#include <string.h>

int main(void) {
    char to[4];
    size_t n = strlcpy(to, "abcdef", sizeof to);
    assert(n == 6 && to[2] == 'c' && to[3] == 0);
    assert(strlcat(to, "z", sizeof to) == 4 && to[3] == 0);
    return 0;
}
