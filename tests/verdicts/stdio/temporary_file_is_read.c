// What is in it is known: nobody else writes to it. But it is not followed.
// verdict: unknown
// slow: others of its kind are run at every change
// strategy: bounded
// reason: what is in a temporary file, or how much
#include <assert.h>
#include <stdio.h>

int main(void) {
    FILE *stream = tmpfile();
    if (stream == 0 || fputs("yes", stream) < 0)
        return 0;
    rewind(stream);
    int c = fgetc(stream);
    assert(c == 'y' || c == EOF);
}
