// strategy: auto
// verdict: proved
// slow: others of its kind are run at every change
#include <assert.h>
#include <stdlib.h>

int main(void) {
    wchar_t c, d;
    int first = mbtowc(&c, "\x90", 1);
    int second = mbtowc(&d, "\x90", 1);
    assert(first == second && (first < 0 || c == d));
    assert(mbtowc(&c, "a", 1) == 1 && c == L'a');
    return 0;
}
