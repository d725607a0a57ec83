// Bytes of anything.
// verdict: violated
// slow: others of its kind are run at every change
// strategy: bounded
#include <assert.h>
void fill(void *p, unsigned long n);

int main(void) {
    struct { int a, b; } s = {1, 2};
    fill(&s, sizeof s);
    assert(s.b == 2);
}
