// strategy: auto
// verdict: unknown
// slow: others of its kind are run at every change
// reason: an element that a vector does not have
#include <assert.h>

typedef int four __attribute__((vector_size(16)));
int __VERIFIER_nondet_int(void);

int main(void) {
    four numbers = {1, 2, 3, 4};
    int index = __VERIFIER_nondet_int();
    assert(numbers[index] > 0);
    return 0;
}
