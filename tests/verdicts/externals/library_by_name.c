// Also if the program declares it by itself.
// verdict: unknown
// slow: others of its kind are run at every change
// strategy: bounded
// reason: 'sysinfo' is a function of the C library
#include <assert.h>
int sysinfo(void *);

int main(void) {
    int x[64] = {0};
    sysinfo(x);
    assert(x[0] == 0);
}
