// Nobody can tell what is printed of an integer that its directive does not fit, and nothing else depends on it.
// strategy: auto
// verdict: proved
// slow: others of its kind are run at every change
// seconds: 20
// properties: unreach-call, valid-memsafety
#include <assert.h>
#include <stdio.h>
int main(void) {
    int done = 0;
    printf("%ld of %d bytes %s\n", 1, sizeof done, "behind");
    done = 1;
    assert(done);
    return 0;
}
