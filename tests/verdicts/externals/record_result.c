// A record as a result.
// verdict: violated
// slow: others of its kind are run at every change
// strategy: bounded
#include <assert.h>
struct pair { int a, b; };
struct pair get(int *p);

int main(void) {
    int x = 0;
    assert(get(&x).b == 0 || x != 9);
}
