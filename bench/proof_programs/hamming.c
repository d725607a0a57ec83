/* Four bits in seven: any bit may turn over, and they are read as they were written. */
// verdict: proved
#include <assert.h>
#include <dovetail.h>

static unsigned parity(unsigned bits) {
    unsigned odd = 0;
    for (; bits; bits &= bits - 1) {
        odd ^= 1;
    }
    return odd;
}

static unsigned written(unsigned nibble) {
    unsigned word = (nibble & 1) << 2 | (nibble >> 1 & 7) << 4;
    return word | parity(word & 0x54) | parity(word & 0x64) << 1 | parity(word & 0x70) << 3;
}

static unsigned read(unsigned word) {
    unsigned wrong = parity(word & 0x55) | parity(word & 0x66) << 1 | parity(word & 0x78) << 2;
    if (wrong) word ^= 1u << (wrong - 1);
    return (word >> 2 & 1) | (word >> 4 & 7) << 1;
}

int main(void) {
    unsigned nibble = dovetail_any_uint() & 15, turned = dovetail_any_uint();
    dovetail_assume(turned <= 7);
    unsigned word = written(nibble);
    assert(read(turned < 7 ? word ^ 1u << turned : word) == nibble);
    return 0;
}
