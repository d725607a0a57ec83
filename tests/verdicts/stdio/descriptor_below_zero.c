// verdict: proved
// slow: others of its kind are run at every change
// strategy: bounded
#define _POSIX_C_SOURCE 200809L
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

int main(void) {
    char byte = 0;
    struct stat status;
    errno = 0;
    assert(read(-1, &byte, 1) == -1 && errno == EBADF);
    errno = 0;
    assert(pwrite(-3, &byte, 1, 0) == -1 && errno == EBADF);
    assert(lseek(-1, 0, SEEK_CUR) == -1 && fstat(-1, &status) == -1 && fcntl(-1, F_GETFD) == -1);
    assert(fsync(-1) == -1 && ftruncate(-1, 5) == -1 && isatty(-1) == 0 && dprintf(-1, "x") == -1);
}
