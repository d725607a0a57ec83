// strategy: auto
// verdict: proved
// slow: others of its kind are run at every change
#include <assert.h>
#include <wchar.h>

int main(void) {
    wchar_t *end;
    assert(wcstol(L" -12x", &end, 10) == -12 && *end == L'x');
    return 0;
}
