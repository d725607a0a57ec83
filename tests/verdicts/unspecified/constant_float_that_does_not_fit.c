// verdict: unknown
// strategy: auto
// reason: what it gives is up to the compiler
// A compiler that computes it itself does not ask the machine.
#include <assert.h>

float f;

int main(void) {
    float *p = &f;
    int i = (*p = 0x5.B8DA03p+44);
    assert(i == -2147483647 - 1);
    return 0;
}
