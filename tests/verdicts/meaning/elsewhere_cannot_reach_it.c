// strategy: auto
// verdict: proved
#include <assert.h>

static int own;
void refresh(int);

int main(void) {
    own = 1;
    refresh(own);
    assert(own == 1);
    return 0;
}
