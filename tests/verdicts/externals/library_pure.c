// With --externals pure it returns any value.
// verdict: violated
// strategy: bounded
// externals: pure
#include <assert.h>
#include <unistd.h>

int main(void) {
    assert(getpgrp() != 77);
}
