// verdict: proved
// slow: others of its kind are run at every change
// strategy: auto
// properties: unreach-call, valid-memsafety
// The loop ends in front of the object.

#include <assert.h>

int main(void) {
    int values[5];
    for (int *p = values + 4; p >= values; p--)
        *p = 1;
    assert(values[0] == 1);
    return 0;
}
