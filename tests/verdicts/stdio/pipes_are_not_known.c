// verdict: unknown
// slow: others of its kind are run at every change
// strategy: bounded
// reason: pipe
#include <assert.h>
#include <unistd.h>

int main(void) {
    int ends[2];
    char byte = 0;
    if (pipe(ends) == 0 && write(ends[1], "x", 1) == 1 && read(ends[0], &byte, 1) == 1)
        assert(byte == 'x');
}
