// strategy: auto
// verdict: proved
// slow: others of its kind are run at every change
#include <assert.h>
#include <string.h>

int main(void) {
    char a[4], b[4];
    assert(strxfrm(a, "ab", 4) < 4 && strxfrm(b, "ac", 4) < 4);
    assert(strcmp(a, b) < 0 && strcoll("ab", "ac") < 0);
    return 0;
}
