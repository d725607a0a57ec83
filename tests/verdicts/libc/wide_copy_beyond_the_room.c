// strategy: auto
// verdict: violated
// properties: valid-memsafety
#include <wchar.h>

int main(void) {
    wchar_t text[4];
    wcscpy(text, L"abcd");
    return 0;
}
