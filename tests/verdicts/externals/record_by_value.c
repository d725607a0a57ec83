// A record that is passed as a value is the function's own.
// verdict: proved
// slow: others of its kind are run at every change
// strategy: bounded
#include <assert.h>
struct pair { int a, b; };
int sum(struct pair p);
void fill(int *p);

int main(void) {
    struct pair s = {1, 2};
    int x;
    fill(&x);
    sum(s);
    assert(s.a == 1);
}
