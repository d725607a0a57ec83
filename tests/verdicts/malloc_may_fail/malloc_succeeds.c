// Without the option it does not.
// verdict: proved
// strategy: bounded
#include <assert.h>
#include <stdlib.h>

int main(void) {
    int *p = malloc(sizeof *p);
    assert(p != 0);
    free(p);
}
