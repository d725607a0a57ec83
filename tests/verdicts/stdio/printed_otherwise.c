// strategy: auto
// verdict: violated
// slow: others of its kind are run at every change
#include <assert.h>
#include <stdio.h>

int main(void) {
    char text[16];
    sprintf(text, "%.2f", 2.675);
    assert(text[3] == '8'); /* the number is just below the half */
    return 0;
}
