// strategy: auto
// verdict: violated
// slow: others of its kind are run at every change
// properties: valid-memsafety
#include <wchar.h>

int main(void) {
    wchar_t text[4];
    wcscpy(text, L"abcd");
    return 0;
}
