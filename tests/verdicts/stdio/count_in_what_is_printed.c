// verdict: unknown
// slow: others of its kind are run at every change
// strategy: bounded
// reason: what a library function writes overlaps with what it reads
#include <assert.h>
#include <stdio.h>

int main(void) {
    union {
        char text[16];
        int count[4];
    } both;
    sprintf(both.text, "%nabcdef", &both.count[1]);
    assert(both.text[4] == 'e');
}
