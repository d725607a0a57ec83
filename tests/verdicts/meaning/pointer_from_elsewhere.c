// strategy: auto
// verdict: unknown
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
