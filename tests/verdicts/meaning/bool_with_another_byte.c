// verdict: violated
// strategy: auto
// assumption: a _Bool is read by its last bit
#include <assert.h>

union { _Bool truth; unsigned char byte; } u;

int main(void) {
    u.byte = 2;
    int y = u.truth;
    assert(y == 2);
    return 0;
}
