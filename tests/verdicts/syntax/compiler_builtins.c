// strategy: auto
// verdict: proved
// slow: others of its kind are run at every change
#include <assert.h>

struct pair { int first, second; };
typedef long number;

int main(void) {
    int numbers[2] = {-1, 1}, *at = numbers;
    unsigned char byte = 0x12;
    float one = 1;
    __builtin_prefetch(at++);
    assert(at == numbers + 1 && *(int *)__builtin_assume_aligned(at, 4) == 1);
    assert(__builtin_clrsb(numbers[0]) == 31 && __builtin_clrsb(*at) == 30 && __builtin_clrsbll(-4) == 61);
    assert(__builtin_bitreverse8(byte) == 0x48 && __builtin_rotateleft8(byte, 12) == 0x21);
    assert(__builtin_rotateright32(1, 1) == 0x80000000);
    assert(__builtin_types_compatible_p(typeof(at), int *) && !__builtin_types_compatible_p(number, long long));
    assert(__builtin_types_compatible_p(struct pair, const typeof((struct pair){0})));
    assert(!__builtin_types_compatible_p(struct pair *, void *));
    assert(__builtin_bit_cast(unsigned, one) == 0x3f800000);
    return 0;
}
