// strategy: auto
// verdict: proved
// slow: others of its kind are run at every change
#include <assert.h>

/* The program ends rather than write beyond the array. */
int main(void) {
    char small[4];
    __builtin___strcpy_chk(small, "too long", __builtin_object_size(small, 0));
    assert(0);
    return 0;
}
