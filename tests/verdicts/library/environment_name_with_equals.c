// Whether a name with '=' finds anything is up to the library.
// verdict: unknown
// slow: others of its kind are run at every change
// reason: getenv of a name with '='
// strategy: bounded
#include <assert.h>
#include <stdlib.h>

int main(void) {
    assert(getenv("A=B") == 0);
}
