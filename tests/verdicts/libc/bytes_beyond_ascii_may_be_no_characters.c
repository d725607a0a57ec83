// strategy: auto
// verdict: violated
#include <assert.h>
#include <stdlib.h>

int main(void) {
    wchar_t c;
    assert(mbtowc(&c, "\x90", 1) == 1);
    return 0;
}
