// Where the number ends is stored among its digits.
// verdict: unknown
// slow: others of its kind are run at every change
// strategy: bounded
// reason: what a library function writes overlaps with what it reads
#include <assert.h>
#include <stdlib.h>

int main(void) {
    union {
        char text[8];
        char *rest;
    } both = {"12345"};
    assert(strtol(both.text, &both.rest, 10) == 12345);
}
