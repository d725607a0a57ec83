// verdict: violated
// slow: others of its kind are run at every change
// strategy: bounded
#include <assert.h>
#include <fcntl.h>
#include <unistd.h>

int main(void) {
    int file = open("a", O_RDWR);
    if (file < 0 || close(file) != 0)
        return 0;
    open("b", O_RDWR);
    assert(write(file, "x", 1) == -1);
}
