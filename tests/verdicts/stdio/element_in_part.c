// verdict: violated
// strategy: auto
// Of an element that is there in part nothing is known.
#include <assert.h>
#include <stdio.h>

int main(void) {
    int numbers[2] = {0, 0};
    if (fread(numbers, sizeof *numbers, 2, stdin) == 1)
        assert(numbers[1] >= 0);
    return 0;
}
