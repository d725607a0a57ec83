// Who starts a program may have closed its standard streams: a file gets any descriptor that is free.
// verdict: violated
// slow: others of its kind are run at every change
// strategy: bounded
#include <assert.h>
#include <fcntl.h>

int main(void) {
    int descriptor = open("a", O_RDONLY);
    if (descriptor >= 0)
        assert(descriptor > 2);
}
