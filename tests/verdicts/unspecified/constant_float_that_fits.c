// verdict: proved
// strategy: auto
// What is cut off counts for nothing.
#include <assert.h>

int main(void) {
    int i = 2147483647.9;
    unsigned u = -0.9;
    unsigned char c = (unsigned char)255.99f;
    assert(i == 2147483647 && u == 0 && c == 255);
    return 0;
}
