// strategy: auto
// verdict: unknown
// reason: leave alone the variables that they are not handed
#include <assert.h>

int shared;
void refresh(void);

int main(void) {
    shared = 1;
    refresh();
    assert(shared == 1);
    return 0;
}
