// How much is printed of it is the machine's.
// strategy: auto
// verdict: unknown
// seconds: 20
// reason: where its format says '%ld'
#include <assert.h>
#include <stdio.h>
int main(void) {
    int count = printf("%ld", 1);
    assert(count < 0 || count == 1);
    return 0;
}
