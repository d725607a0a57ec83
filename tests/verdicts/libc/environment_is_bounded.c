// strategy: auto
// verdict: unknown
// reason: at most 15 characters
#include <assert.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char *home = getenv("HOME");
    assert(home == 0 || strlen(home) < 16);
    return 0;
}
