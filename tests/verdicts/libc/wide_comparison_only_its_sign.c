// strategy: auto
// verdict: violated
// slow: others of its kind are run at every change
#include <assert.h>
#include <wchar.h>

int main(void) {
    assert(wcscmp(L"b", L"a") == 1);
    return 0;
}
