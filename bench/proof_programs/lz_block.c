/* A decoder of blocks in the format of LZ4: whatever the six bytes, it stays within both buffers. */
// property: unreach-call, valid-memsafety
// verdict: proved
#include <assert.h>
#include <dovetail.h>
#include <stddef.h>

static int decompress(const unsigned char *in, size_t size, unsigned char *out, size_t room) {
    const unsigned char *end = in + size;
    size_t at = 0;
    while (in < end) {
        unsigned token = *in++;
        size_t length = token >> 4;
        if (length == 15) {
            unsigned char more;
            do {
                if (in == end) return -1;
                more = *in++;
                length += more;
            } while (more == 255);
        }
        if (length > (size_t)(end - in) || length > room - at) return -1;
        for (size_t i = 0; i < length; i++) out[at++] = *in++;
        if (in == end) break;
        if (end - in < 2) return -1;
        size_t offset = in[0] | (size_t)in[1] << 8;
        in += 2;
        if (offset == 0 || offset > at) return -1;
        length = token & 15;
        if (length == 15) {
            unsigned char more;
            do {
                if (in == end) return -1;
                more = *in++;
                length += more;
            } while (more == 255);
        }
        length += 4;
        if (length > room - at) return -1;
        for (size_t i = 0; i < length; i++, at++) out[at] = out[at - offset];
    }
    return (int)at;
}

#define SIZE 6
#define ROOM 8

int main(void) {
    unsigned char in[SIZE], out[ROOM];
    for (int i = 0; i < SIZE; i++) {
        in[i] = dovetail_any_uchar();
    }
    int written = decompress(in, SIZE, out, ROOM);
    assert(written >= -1 && written <= ROOM);
    return 0;
}
