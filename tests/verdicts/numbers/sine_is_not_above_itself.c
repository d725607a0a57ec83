// strategy: auto
// verdict: violated
#include <assert.h>
#include <math.h>

int main(void) {
    assert(sin(0.5) > 0.5);
    return 0;
}
