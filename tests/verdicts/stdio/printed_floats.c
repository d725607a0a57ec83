// strategy: auto
// verdict: proved
// slow: others of its kind are run at every change
#include <assert.h>
#include <stdio.h>
#include <string.h>

int main(void) {
    char text[32];
    sprintf(text, "%.2f %g %.1e", 2.675, 0.5, 150.0);
    assert(strcmp(text, "2.67 0.5 1.5e+02") == 0);
    return 0;
}
