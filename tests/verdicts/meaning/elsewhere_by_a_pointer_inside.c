// strategy: auto
// verdict: unknown
// slow: others of its kind are run at every change
// reason: leave alone the variables that they are not handed
#include <assert.h>

static int own;
int *shown = &own;
void refresh(void);

int main(void) {
    refresh();
    assert(own == 0);
    return 0;
}
