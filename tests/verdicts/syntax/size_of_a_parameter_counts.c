// verdict: unknown
// slow: others of its kind are run at every change
// strategy: auto
// reason: the size 'calls()' of a parameter, which is computed at every call
// The size of a parameter is computed although it is a pointer.

#include <assert.h>

int called;

int calls(void) {
    called++;
    return 3;
}

int first(int values[calls()]) { return values[0]; }

int main(void) {
    int values[5] = {0};
    first(values);
    assert(called == 0);
    return 0;
}
