// verdict: unknown
// slow: others of its kind are run at every change
// strategy: auto
// reason: typeof with effects
// The operand of typeof is evaluated if its type has a variable length.

#include <assert.h>

int main(void) {
    int n = 2, i = 0;
    int values[n];
    int(*all)[n] = &values;
    unsigned long size = sizeof(__typeof__(*(i++, all)));
    assert(size == 8 && i == 0);
    return 0;
}
