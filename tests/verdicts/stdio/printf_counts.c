// strategy: auto
// verdict: proved
// slow: others of its kind are run at every change
#include <assert.h>
#include <stdio.h>

int main(void) {
    int here = 0;
    int count = printf("a%n%d\n", &here, 10);
    assert(here == 1);
    assert(count == 4 || count < 0);
    return 0;
}
