/* Two coordinates of 16 bits woven into one number, and unravelled; a step to the right is a step in the number. */
// verdict: proved
#include <assert.h>
#include <dovetail.h>
#include <stdint.h>

static uint32_t spread(uint32_t bits) {
    bits = (bits | bits << 8) & 0x00ff00ff;
    bits = (bits | bits << 4) & 0x0f0f0f0f;
    bits = (bits | bits << 2) & 0x33333333;
    return (bits | bits << 1) & 0x55555555;
}

static uint32_t gathered(uint32_t bits) {
    bits &= 0x55555555;
    bits = (bits | bits >> 1) & 0x33333333;
    bits = (bits | bits >> 2) & 0x0f0f0f0f;
    bits = (bits | bits >> 4) & 0x00ff00ff;
    return (bits | bits >> 8) & 0x0000ffff;
}

int main(void) {
    uint16_t x = dovetail_any_ushort(), y = dovetail_any_ushort();
    uint32_t woven = spread(x) | spread(y) << 1;
    assert(gathered(woven) == x && gathered(woven >> 1) == y);
    uint32_t right = (((woven | 0xaaaaaaaa) + 1) & 0x55555555) | (woven & 0xaaaaaaaa);
    assert(gathered(right) == (uint16_t)(x + 1) && gathered(right >> 1) == y);
    return 0;
}
