// strategy: auto
// verdict: violated
#include <assert.h>
#include <ctype.h>

int main(void) {
    assert(isdigit('5') == 1);
    return 0;
}
