// An array of variable length has its elements, or there is none: its size does not wrap around to a small one.
// verdict: proved
// data-model: ILP32
// assumption: an array of variable length
// strategy: outright
#include "dovetail.h"

int main(void)
{
    unsigned length = dovetail_any_uint();
    int numbers[length];
    if (length > 5) {
        numbers[5] = 1;
        dovetail_always(numbers[5] == 1);
    }
    return 0;
}
