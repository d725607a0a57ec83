// verdict: proved
// slow: others of its kind are run at every change
// strategy: bounded
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

int main(void) {
    struct stat status;
    errno = 0;
    assert(open("", O_RDWR | O_CREAT, 0600) == -1 && errno == ENOENT);
    assert(fopen("", "w") == 0 && remove("") == -1 && rename("a", "") == -1 && unlink("") == -1);
    assert(stat("", &status) == -1 && access("", R_OK) == -1 && mkdir("", 0700) == -1 && chdir("") == -1);
}
