/* The CRC of zlib and others, from a table by nibbles, is the one computed bit by bit, for any three bytes. */
// verdict: proved
#include <assert.h>
#include <dovetail.h>
#include <stdint.h>

static const uint32_t table[16] = {
    0x00000000, 0x1db71064, 0x3b6e20c8, 0x26d930ac, 0x76dc4190, 0x6b6b51f4, 0x4db26158, 0x5005713c,
    0xedb88320, 0xf00f9344, 0xd6d6a3e8, 0xcb61b38c, 0x9b64c2b0, 0x86d3d2d4, 0xa00ae278, 0xbdbdf21c,
};

static uint32_t by_table(uint32_t crc, const unsigned char *in, int length) {
    for (int i = 0; i < length; i++) {
        crc = crc >> 4 ^ table[(crc ^ in[i]) & 15];
        crc = crc >> 4 ^ table[(crc ^ in[i] >> 4) & 15];
    }
    return crc;
}

static uint32_t by_bits(uint32_t crc, const unsigned char *in, int length) {
    for (int i = 0; i < length; i++) {
        crc ^= in[i];
        for (int bit = 0; bit < 8; bit++) {
            crc = crc & 1 ? crc >> 1 ^ 0xedb88320 : crc >> 1;
        }
    }
    return crc;
}

#define LENGTH 3

int main(void) {
    unsigned char bytes[LENGTH];
    for (int i = 0; i < LENGTH; i++) {
        bytes[i] = dovetail_any_uchar();
    }
    uint32_t start = dovetail_any_uint();
    assert(by_table(start, bytes, LENGTH) == by_bits(start, bytes, LENGTH));
    return 0;
}
