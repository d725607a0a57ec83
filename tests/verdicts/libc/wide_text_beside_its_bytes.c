// verdict: proved
// slow: others of its kind are run at every change
// strategy: bounded
#include <assert.h>
#include <stdlib.h>
#include <wchar.h>

int main(void) {
    struct {
        char bytes[4];
        wchar_t wide[3];
    } both = {"xy", {0}};
    assert(mbstowcs(both.wide, both.bytes, 3) == 2 && both.wide[1] == 'y');
    assert(wcstombs(both.bytes, both.wide, 4) == 2 && both.bytes[0] == 'x');
}
