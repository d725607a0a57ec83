// verdict: violated
// slow: others of its kind are run at every change
// strategy: bounded
#include <assert.h>
#include <unistd.h>

int main(void) {
    assert(sysconf(_SC_OPEN_MAX) >= 256);
}
