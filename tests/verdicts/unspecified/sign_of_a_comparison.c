// verdict: violated
// slow: others of its kind are run at every change
// strategy: auto
// memcmp and strcmp say a sign, and no number.
#include <assert.h>
#include <string.h>

int main(void) {
    assert(memcmp("a", "b", 1) == -1);
    return 0;
}
