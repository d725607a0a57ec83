/* littlefs: its checksum, by a table of sixteen, is the one computed bit by bit, for any four bytes, and can be computed in pieces. */
// project: littlefs
// files: {littlefs}/lfs_util.c
// flags: -I {littlefs} -std=c99
// property: unreach-call, valid-memsafety
// verdict: proved
#include <assert.h>
#include <dovetail.h>
#include <lfs_util.h>

#define LENGTH 4

int main(void) {
    unsigned char bytes[LENGTH];
    uint32_t start = dovetail_any_uint(), expected = start;
    for (int i = 0; i < LENGTH; i++) {
        bytes[i] = dovetail_any_uchar();
        expected ^= bytes[i];
        for (int bit = 0; bit < 8; bit++) {
            expected = expected >> 1 ^ (expected & 1 ? 0xedb88320 : 0);
        }
    }
    assert(lfs_crc(start, bytes, LENGTH) == expected);
    assert(lfs_crc(lfs_crc(start, bytes, 1), bytes + 1, LENGTH - 1) == expected);
    return 0;
}
