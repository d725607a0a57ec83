// verdict: proved
// slow: others of its kind are run at every change
// strategy: bounded
#include <assert.h>
#include <sys/stat.h>
#include <unistd.h>

int main(void) {
    struct stat one, two;
    if (fstat(0, &one) != 0)
        return 0;
    if (S_ISFIFO(one.st_mode))
        assert(lseek(0, 0, SEEK_CUR) == -1);
    if (isatty(0))
        assert(S_ISCHR(one.st_mode));
    if (fstat(0, &two) == 0)
        assert((one.st_mode & S_IFMT) == (two.st_mode & S_IFMT) && one.st_ino == two.st_ino);
}
