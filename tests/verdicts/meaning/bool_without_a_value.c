// verdict: proved
// slow: others of its kind are run at every change
// strategy: auto
// assumption: a _Bool is read by its last bit
#include <assert.h>

int main(void) {
    _Bool b;
    int y = b;
    assert(y == 0 || y == 1);
    return 0;
}
