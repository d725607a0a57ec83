/* UTF-8: a code point that is encoded and decoded is what it was; of four bytes the decoder takes only the shortest
 * form, no surrogates, and nothing beyond the last code point; and what it takes is encoded as it stood there. */
// property: unreach-call, valid-memsafety
// verdict: proved
#include <assert.h>
#include <dovetail.h>
#include <stdint.h>

static int encode(uint32_t c, unsigned char *out) {
    if (c < 0x80) { out[0] = (unsigned char)c; return 1; }
    if (c < 0x800) { out[0] = 0xc0 | c >> 6; out[1] = 0x80 | (c & 63); return 2; }
    if (c < 0x10000) { out[0] = 0xe0 | c >> 12; out[1] = 0x80 | (c >> 6 & 63); out[2] = 0x80 | (c & 63); return 3; }
    out[0] = 0xf0 | c >> 18; out[1] = 0x80 | (c >> 12 & 63); out[2] = 0x80 | (c >> 6 & 63); out[3] = 0x80 | (c & 63);
    return 4;
}

static int decode(const unsigned char *in, int length, uint32_t *c) {
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    if (length < 1) return -1;
    if (in[0] < 0x80) { *c = in[0]; return 1; }
    int n = (in[0] & 0xe0) == 0xc0 ? 2 : (in[0] & 0xf0) == 0xe0 ? 3 : (in[0] & 0xf8) == 0xf0 ? 4 : 0;
    if (n == 0 || n > length) return -1;
    uint32_t value = in[0] & (0x7f >> n);
    for (int i = 1; i < n; i++) {
        if ((in[i] & 0xc0) != 0x80) return -1;
        value = value << 6 | (in[i] & 63);
    }
    if (value < least[n] || value > 0x10ffff || (value >= 0xd800 && value < 0xe000)) return -1;
    *c = value;
    return n;
}

int main(void) {
    unsigned char bytes[4], again[4];
    for (int i = 0; i < 4; i++) bytes[i] = dovetail_any_uchar();
    uint32_t c;
    int n = decode(bytes, 4, &c);
    if (n > 0) {
        assert(c <= 0x10ffff && (c < 0xd800 || c > 0xdfff));
        assert(encode(c, again) == n);
        for (int i = 0; i < n; i++) assert(bytes[i] == again[i]);
    }
    uint32_t point = dovetail_any_uint(), back;
    if (point <= 0x10ffff && (point < 0xd800 || point > 0xdfff)) {
        int written = encode(point, again);
        assert(decode(again, written, &back) == written && back == point);
    }
    return 0;
}
