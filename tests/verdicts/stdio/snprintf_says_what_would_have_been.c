// strategy: auto
// verdict: violated
// slow: others of its kind are run at every change
#include <assert.h>
#include <stdio.h>

int main(void) {
    char text[4];
    int count = snprintf(text, sizeof text, "%s", "abcdef");
    assert(count < (int)sizeof text); /* it is the length without the cut */
    return 0;
}
