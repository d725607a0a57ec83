// strategy: auto
// verdict: unknown
// slow: others of its kind are run at every change
// reason: at most 15 characters
#include <assert.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char *home = getenv("HOME");
    assert(home == 0 || strlen(home) < 16);
    return 0;
}
