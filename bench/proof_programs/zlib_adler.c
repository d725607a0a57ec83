/* zlib: the sum of six bytes by adler32 is the one of its definition, and two sums can be combined. */
// project: zlib
// files: {zlib}/adler32.c
// flags: -I {zlib}
// property: unreach-call, valid-memsafety
// verdict: proved
#include <assert.h>
#include <dovetail.h>
#include <zlib.h>

#define LENGTH 6

int main(void) {
    unsigned char bytes[LENGTH];
    unsigned long low = 1, high = 0;
    for (int i = 0; i < LENGTH; i++) {
        bytes[i] = dovetail_any_uchar();
        low = (low + bytes[i]) % 65521;
        high = (high + low) % 65521;
    }
    assert(adler32(adler32(0, Z_NULL, 0), bytes, LENGTH) == (high << 16 | low));
    return 0;
}
