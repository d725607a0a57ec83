// strategy: auto
// verdict: proved
// slow: others of its kind are run at every change
#include <assert.h>
#include <stdlib.h>
#include <wchar.h>

int main(void) {
    wchar_t text[8];
    assert(mbstowcs(text, "hello", 8) == 5);
    assert(wcslen(text) == 5 && wcscmp(text, L"hello") == 0);
    assert(wcschr(text, L'l') == text + 2 && wcsstr(text, L"lo") == text + 3);
    wmemset(text, L'x', 2);
    assert(text[1] == L'x' && text[2] == L'l');
    return 0;
}
