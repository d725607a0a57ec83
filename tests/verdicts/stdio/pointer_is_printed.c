// verdict: proved
// slow: others of its kind are run at every change
// strategy: bounded
// assumption: what %p prints
#include <assert.h>
#include <stdio.h>

int main(void) {
    char text[40];
    snprintf(text, sizeof text, "%p", (void *)text);
    assert(text[1] == 'x');
}
