// One that stands for a file already is given to no other.
// verdict: proved
// slow: others of its kind are run at every change
// strategy: bounded
#include <assert.h>
#include <fcntl.h>
#include <unistd.h>

int main(void) {
    int copy = dup(1), file = open("a", O_RDONLY);
    if (copy >= 0 && file >= 0)
        assert(copy != 1 && file != copy && file != 1);
}
