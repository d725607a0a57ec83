// strategy: auto
// verdict: proved
// slow: others of its kind are run at every change
#include <assert.h>
#include <stdio.h>

int main(void) {
    char text[16];
    int here = 0;
    int count = sprintf(text, "%d|%4s%n|%04x", -42, "ab", &here, 255);
    assert(count == 13 && here == 8);
    assert(text[0] == '-' && text[2] == '2' && text[4] == ' ' && text[6] == 'a');
    assert(text[9] == '0' && text[11] == 'f' && text[13] == 0);
    return 0;
}
