// Where there is no memory the length may be anything.
// verdict: violated
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
    assert(length + 1 <= SIZE_MAX >> 1);
}
