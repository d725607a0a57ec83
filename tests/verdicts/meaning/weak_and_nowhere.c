// strategy: auto
// verdict: unknown
// slow: others of its kind are run at every change
// reason: weak and defined nowhere
#include <assert.h>

extern int perhaps __attribute__((weak));

int main(void) {
    assert(&perhaps != 0);
    return 0;
}
