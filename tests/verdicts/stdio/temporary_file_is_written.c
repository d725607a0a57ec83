// verdict: proved
// slow: others of its kind are run at every change
// strategy: bounded
#define _POSIX_C_SOURCE 200809L
#include <assert.h>
#include <stdio.h>
#include <unistd.h>

int main(void) {
    FILE *stream = tmpfile();
    if (stream == 0 || fputs("yes", stream) < 0)
        return 0;
    long at = ftell(stream);
    assert(at == 3 || at == -1);
    assert(!isatty(fileno(stream)));
}
