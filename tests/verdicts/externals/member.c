// From one member all of its object can be reached.
// verdict: violated
// slow: others of its kind are run at every change
// strategy: bounded
#include <assert.h>
struct pair { int a, b; };
void fill(int *p);

int main(void) {
    struct pair s = {1, 2};
    fill(&s.b);
    assert(s.a == 1);
}
