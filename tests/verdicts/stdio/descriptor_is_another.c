// One that stands for a file already is given to no other.
// verdict: proved
// strategy: bounded
#include <assert.h>
#include <unistd.h>

int main(void) {
    int copy = dup(1), ends[2];
    if (copy >= 0 && pipe(ends) == 0)
        assert(copy != 1 && ends[0] != ends[1] && ends[0] != copy && ends[0] != 1);
}
