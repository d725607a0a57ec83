// errno is an object like others, natively, too.
// verdict: violated
// slow: others of its kind are run at every change
// strategy: bounded
#include <assert.h>
#include <errno.h>
int ext(int *);

int main(void) {
    errno = 0;
    ext(&errno);
    assert(errno == 0);
}
