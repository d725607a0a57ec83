// Nobody knows then whether the descriptor is free.
// verdict: violated
// slow: others of its kind are run at every change
// strategy: bounded
#include <assert.h>
#include <fcntl.h>
#include <unistd.h>

int main(void) {
    int file = open("a", O_RDONLY), other;
    if (file < 0 || close(file) == 0)
        return 0;
    other = open("b", O_RDONLY);
    assert(other < 0 || other == file);
}
