// Something is printed, and nobody looks.
// verdict: violated
// slow: others of its kind are run at every change
// strategy: bounded
// assumption: taken to print something
#include <assert.h>
#include <stdio.h>

int main(void) {
    printf("%05s %#d\n", "ab", 3);
    assert(getchar() != 'x');
}
