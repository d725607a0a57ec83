// A length that memory was found for is one that memory has, so that one more does not set its highest bit.
// verdict: proved
// strategy: bounded
// malloc-may-fail: yes
// properties: unreach-call
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

size_t nondet_size_t(void);

int main(void) {
    size_t length = nondet_size_t();
    char *bytes = malloc(length);
    if (bytes != NULL && length > 0)
        assert(length + 1 <= SIZE_MAX >> 1);
}
