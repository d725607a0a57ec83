// strategy: auto
// verdict: violated
#include <assert.h>

int shared;
void refresh(void);

int main(void) {
    shared = 1;
    refresh();
    assert(shared == 1);
    return 0;
}
