// Whether a name with '=' finds anything is up to the library.
// verdict: unknown
// reason: getenv of a name with '='
// strategy: bounded
#include <assert.h>
#include <stdlib.h>

int main(void) {
    assert(getenv("A=B") == 0);
}
