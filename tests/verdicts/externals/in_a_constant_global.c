// So it is with a table of constants.
// verdict: violated
// slow: others of its kind are run at every change
// strategy: bounded
#include <assert.h>
static int state;
static const struct { int flags; int *state; } table = {1, &state};
int enter(const void *at, int *const *inside);

int main(void) {
    enter(0, &table.state);
    assert(state == 0);
}
