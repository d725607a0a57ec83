// strategy: auto
// verdict: violated
// slow: others of its kind are run at every change
// properties: valid-memsafety
#define _GNU_SOURCE
#include <assert.h>
#include <string.h>

int main(void) {
    char to[4];
    strlcpy(to, "abcdef", 8);
    return 0;
}
