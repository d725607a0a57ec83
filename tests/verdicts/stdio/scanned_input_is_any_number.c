// strategy: auto
// verdict: violated
// slow: others of its kind are run at every change
#include <assert.h>
#include <stdio.h>

int main(void) {
    int number = 0;
    if (scanf("%d", &number) == 1)
        assert(number != 1234567);
    return 0;
}
