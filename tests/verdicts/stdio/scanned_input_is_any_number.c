// strategy: auto
// verdict: violated
#include <assert.h>
#include <stdio.h>

int main(void) {
    int number = 0;
    if (scanf("%d", &number) == 1)
        assert(number != 1234567);
    return 0;
}
