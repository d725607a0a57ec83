// strategy: auto
// verdict: proved
// slow: others of its kind are run at every change
#include <assert.h>

static int own;
void refresh(int);

int main(void) {
    own = 1;
    refresh(own);
    assert(own == 1);
    return 0;
}
