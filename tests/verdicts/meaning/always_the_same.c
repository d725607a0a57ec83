// strategy: auto
// verdict: unknown
// slow: others of its kind are run at every change
// reason: gives the same result for the same arguments
#include <assert.h>

int weight(int) __attribute__((const));

int main(void) {
    assert(weight(3) == weight(3));
    return 0;
}
