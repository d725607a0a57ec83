// strategy: auto
// verdict: unknown
// slow: others of its kind are run at every change
// reason: 'refresh' has no body
#include <assert.h>

void refresh(unsigned long);

int main(void) {
    int own = 0;
    refresh((unsigned long)&own);
    assert(own == 0);
    return 0;
}
