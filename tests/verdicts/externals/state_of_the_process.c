// The mask for new files is that of all who are in the process.
// verdict: unknown
// reason: what the C library keeps
// slow: others of its kind are run at every change
// strategy: bounded
#include <assert.h>
#include <sys/stat.h>
void other(void);

int main(void) {
    umask(022);
    other();
    assert(umask(0) == 022);
}
