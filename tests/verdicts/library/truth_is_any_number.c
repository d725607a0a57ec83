// strategy: auto
// verdict: violated
// Only whether it is zero is known.
#include <assert.h>
#include <ctype.h>

int main(void) {
    assert(isdigit('5') == 1);
    return 0;
}
