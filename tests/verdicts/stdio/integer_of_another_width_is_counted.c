// How much is printed of it is the machine's.
// strategy: auto
// verdict: unknown
// slow: others of its kind are run at every change
// seconds: 20
// reason: where its format says '%ld'
#include <assert.h>
#include <stdio.h>
int main(void) {
    int count = printf("%ld", 1);
    assert(count < 0 || count == 1);
    return 0;
}
