// strategy: auto
// verdict: violated
// slow: others of its kind are run at every change
#include <assert.h>
#include <stdlib.h>

int main(void) {
    wchar_t c;
    assert(mbtowc(&c, "\x90", 1) == 1);
    return 0;
}
