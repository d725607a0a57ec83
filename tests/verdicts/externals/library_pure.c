// With --externals pure it returns any value.
// verdict: violated
// slow: others of its kind are run at every change
// strategy: bounded
// externals: pure
#include <assert.h>
#include <unistd.h>

int main(void) {
    assert(getpgrp() != 77);
}
