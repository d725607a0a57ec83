// Of the same arguments it is the same value. Dovetail does not know that, so nothing is violated here.
// verdict: unknown
// function: harness
// strategy: bounded
// reason: functions without a meaning
#include <assert.h>

int __CPROVER_uninterpreted_hash(int of);

void harness(int key) {
    int first = __CPROVER_uninterpreted_hash(key);
    assert(first == __CPROVER_uninterpreted_hash(key));
}
