// strategy: auto
// verdict: unknown
#include <assert.h>

extern void (*hook)(void);

int main(void) {
    hook();
    assert(0);
    return 0;
}
