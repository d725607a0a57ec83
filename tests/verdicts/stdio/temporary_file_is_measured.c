// verdict: unknown
// slow: others of its kind are run at every change
// strategy: bounded
// reason: what is in a temporary file, or how much
#include <assert.h>
#include <stdio.h>

int main(void) {
    FILE *stream = tmpfile();
    if (stream != 0 && fseek(stream, 0, SEEK_END) == 0)
        assert(ftell(stream) <= 0);
}
