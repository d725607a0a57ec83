// What was closed, and not opened again, is no descriptor.
// verdict: proved
// slow: others of its kind are run at every change
// strategy: bounded
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

int main(void) {
    char byte;
    int file = open("a", O_RDWR);
    if (file < 0 || close(file) != 0)
        return 0;
    errno = 0;
    assert(write(file, "x", 1) == -1 && errno == EBADF);
    assert(read(file, &byte, 1) == -1 && close(file) == -1);
}
