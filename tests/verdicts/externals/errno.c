// errno can be written by anyone.
// verdict: violated
// strategy: bounded
#include <assert.h>
#include <errno.h>
void other(void);

int main(void) {
    errno = 0;
    other();
    assert(errno == 0);
}
