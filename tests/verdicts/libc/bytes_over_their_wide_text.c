// verdict: unknown
// slow: others of its kind are run at every change
// strategy: bounded
// reason: what a library function writes overlaps with what it reads
#include <assert.h>
#include <wchar.h>

int main(void) {
    wchar_t wide[4] = L"xyz";
    const wchar_t *from = wide;
    assert(wcsrtombs((char *)wide, &from, 8, 0) == 3);
}
