// strategy: auto
// verdict: violated
// slow: others of its kind are run at every change
// %n writes, through a pointer that nothing else writes through.
#include <assert.h>
#include <stdio.h>

int main(void) {
    int before = 0;
    printf("%d of %s%n\n", 3, "five", &before);
    assert(before == 0);
    return 0;
}
