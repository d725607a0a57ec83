// strategy: auto
// verdict: unknown
// slow: others of its kind are run at every change
// reason: what 'place' holds
#include <assert.h>

extern int *place;
int value;

int main(void) {
    if (place) {
        *place = 3;
        assert(value == 0);
    }
    return 0;
}
