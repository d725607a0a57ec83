// verdict: unknown
// slow: others of its kind are run at every change
// strategy: bounded
// reason: what a library function writes overlaps with what it reads
#include <assert.h>
#include <stdlib.h>
#include <wchar.h>

int main(void) {
    wchar_t wide[6] = {0};
    char *bytes = (char *)(wide + 1);
    bytes[0] = 'x';
    bytes[1] = 'y';
    assert(mbstowcs(wide, bytes, 6) == 2);
}
