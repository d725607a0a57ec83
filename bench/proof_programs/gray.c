/* Gray's code: there and back, and one bit from each number to the next. */
// verdict: proved
#include <assert.h>
#include <dovetail.h>
#include <stdint.h>

static uint32_t coded(uint32_t number) { return number ^ number >> 1; }

static uint32_t decoded(uint32_t code) {
    for (int shift = 1; shift < 32; shift <<= 1) {
        code ^= code >> shift;
    }
    return code;
}

int main(void) {
    uint32_t number = dovetail_any_uint();
    assert(decoded(coded(number)) == number);
    assert(coded(decoded(number)) == number);
    uint32_t changed = coded(number) ^ coded(number + 1);
    assert(changed && !(changed & (changed - 1)));
    return 0;
}
