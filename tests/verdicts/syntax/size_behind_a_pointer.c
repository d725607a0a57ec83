// strategy: auto
// verdict: unknown
// reason: compilers differ in what __builtin_object_size says
// slow: others of its kind are run at every change
#include <assert.h>

static unsigned long size(char *pointer) {
    return __builtin_object_size(pointer, 0);
}

int main(void) {
    char text[8];
    assert(size(text) == 8);
    return 0;
}
