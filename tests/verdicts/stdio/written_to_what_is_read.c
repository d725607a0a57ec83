// verdict: unknown
// slow: others of its kind are run at every change
// strategy: bounded
// reason: writing to a stream that was opened for reading
#include <assert.h>
#include <stdio.h>

int main(void) {
    FILE *stream = fopen("a", "rb");
    if (stream != 0)
        assert(fprintf(stream, "x") < 0);
}
