// A pointer is no float: what %s would find then is not known.
// strategy: auto
// verdict: unknown
// slow: others of its kind are run at every change
// seconds: 20
// reason: where its format says '%f'
#include <stdio.h>
#include <assert.h>
int main(void) {
    printf("%f %s\n", "a", 1.0);
    assert(1 < sizeof(int));
    return 0;
}
