// By the user's word functions without a body only return a value.
// verdict: proved
// externals: pure
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
