// strategy: auto
// verdict: unknown
// slow: others of its kind are run at every change
// reason: is overloaded
#include <assert.h>

__attribute__((overloadable)) static int kind(int *x) {
    return x ? 1 : 0;
}

__attribute__((overloadable)) static int kind(char *x) {
    return x ? 2 : 0;
}

int main(void) {
    int a = 0;
    char b = 0;
    assert(kind(&a) == kind(&b));
    return 0;
}
