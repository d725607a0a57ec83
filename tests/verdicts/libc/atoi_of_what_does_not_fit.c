// strategy: auto
// verdict: unknown
// slow: others of its kind are run at every change
// reason: does not fit
#include <assert.h>
#include <stdlib.h>

int main(void) {
    assert(atoi("99999999999") == -1);
    return 0;
}
