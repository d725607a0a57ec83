// verdict: unknown
// strategy: auto
// reason: a copy between places that overlap
// The same function, called through a pointer: what it copies must not overlap either.

#include <string.h>

extern void reach_error(void);

int main(void) {
    char text[8] = "abcdefg";
    void *(*copy)(void *, const void *, size_t) = memcpy;
    copy(text + 1, text, 4);
    if (text[2] != 'b')
        reach_error();
    return 0;
}
