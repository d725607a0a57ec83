/* zlib: adler32_combine makes the checksum of two pieces from the checksums of each. For any two pieces of two bytes
 * that is the checksum of all four. */
// project: zlib
// files: {zlib}/adler32.c
// flags: -I {zlib} -DHAVE_UNISTD_H -D_LARGEFILE64_SOURCE=1
// property: unreach-call
// verdict: proved
#include <assert.h>
#include <dovetail.h>
#include <zlib.h>

#define FIRST 2
#define SECOND 2

int main(void) {
    unsigned char bytes[FIRST + SECOND];
    for (int i = 0; i < FIRST + SECOND; i++) {
        bytes[i] = dovetail_any_uchar();
    }
    uLong start = adler32(0, Z_NULL, 0);
    uLong first = adler32(start, bytes, FIRST), second = adler32(start, bytes + FIRST, SECOND);
    assert(adler32_combine(first, second, SECOND) == adler32(start, bytes, FIRST + SECOND));
    return 0;
}
