// A function without a meaning gives any value: what holds of each holds.
// verdict: proved
// function: harness
// strategy: bounded
// properties: unreach-call, valid-deref
#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>

bool __CPROVER_uninterpreted_equals(const void *a, const void *b);

static bool equals(const void *a, const void *b) {
    assert(a != NULL && b != NULL);
    bool result = __CPROVER_uninterpreted_equals(a, b);
    __CPROVER_assume(!(a == b) || result);
    __CPROVER_assume(__CPROVER_uninterpreted_equals(b, a) == result);
    return result;
}

void harness(void) {
    char *one = malloc(1), *other = malloc(1);
    if (one != NULL && other != NULL) {
        bool first = equals(one, other);
        assert(first == true || first == false);
        assert(equals(one, one));
    }
}
