// Who starts a program may have closed its standard streams: a file gets any descriptor that is free.
// verdict: violated
// strategy: bounded
#include <assert.h>
#include <fcntl.h>

int main(void) {
    int descriptor = open("a", O_RDONLY);
    if (descriptor >= 0)
        assert(descriptor > 2);
}
