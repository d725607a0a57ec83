// verdict: proved
// slow: others of its kind are run at every change
// strategy: auto
// Signs and equality.
#include <assert.h>
#include <string.h>

int main(void) {
    assert(strcmp("ab", "ac") < 0 && strncmp("b", "ax", 2) > 0);
    assert(memcmp("ab", "ac", 1) == 0);
    return 0;
}
