// strategy: auto
// verdict: unknown
// reason: setjmp
#include <assert.h>
#include <setjmp.h>

static jmp_buf place;

int main(void) {
    if (setjmp(place) == 0)
        longjmp(place, 1);
    assert(0);
    return 0;
}
