// verdict: violated
// slow: others of its kind are run at every change
// strategy: bounded
#include <assert.h>
#include <sys/stat.h>

int main(void) {
    struct stat one, two;
    if (fstat(0, &one) == 0 && fstat(0, &two) == 0)
        assert(one.st_size == two.st_size);
}
