// verdict: unknown
// slow: others of its kind are run at every change
// strategy: bounded
// reason: what a library function writes overlaps with what it reads
#include <assert.h>
#include <stdio.h>

int main(void) {
    char text[16] = ":%d";
    snprintf(text, sizeof text, text + 1, 7);
    assert(text[0] == '7');
}
