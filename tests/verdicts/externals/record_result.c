// A record as a result.
// verdict: violated
// strategy: bounded
#include <assert.h>
struct pair { int a, b; };
struct pair get(int *p);

int main(void) {
    int x = 0;
    assert(get(&x).b == 0 || x != 9);
}
