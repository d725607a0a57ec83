// errno can be written by anyone.
// verdict: violated
// slow: others of its kind are run at every change
// strategy: bounded
#include <assert.h>
#include <errno.h>
void other(void);

int main(void) {
    errno = 0;
    other();
    assert(errno == 0);
}
