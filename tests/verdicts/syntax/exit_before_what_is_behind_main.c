// strategy: auto
// verdict: unknown
// reason: exit in a program with functions that run behind main
// slow: others of its kind are run at every change
#include <assert.h>
#include <stdlib.h>

static int done;

__attribute__((destructor)) static void last(void) {
    assert(done);
}

int main(void) {
    exit(0);
}
