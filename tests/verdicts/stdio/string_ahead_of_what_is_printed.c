// It is read before it is written over, here; elsewhere it may be otherwise.
// verdict: unknown
// slow: others of its kind are run at every change
// strategy: bounded
// reason: what a library function writes overlaps with what it reads
#include <assert.h>
#include <stdio.h>

int main(void) {
    char text[16] = "xxxxyz";
    sprintf(text, "%s---", text + 4);
    assert(text[0] == 'y');
}
