// Where memory safety is asked about, a compiler that makes an array of 2^30 + 1 elements is taken at its word.
// verdict: violated
// properties: valid-deref
// strategy: bounded
// data-model: ILP32
#include "dovetail.h"

int main(void)
{
    unsigned length = dovetail_any_uint();
    int numbers[length];
    if (length > 5)
        numbers[5] = 1;
    return 0;
}
