/* Base64: four bytes, encoded and decoded again, are what they were. */
// verdict: proved
#include <assert.h>
#include <dovetail.h>

static const char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

static int encode(const unsigned char *in, int length, char *out) {
    char *to = out;
    while (length >= 3) {
        *to++ = alphabet[in[0] >> 2];
        *to++ = alphabet[(in[0] & 3) << 4 | in[1] >> 4];
        *to++ = alphabet[(in[1] & 15) << 2 | in[2] >> 6];
        *to++ = alphabet[in[2] & 63];
        in += 3;
        length -= 3;
    }
    if (length > 0) {
        *to++ = alphabet[in[0] >> 2];
        if (length == 1) {
            *to++ = alphabet[(in[0] & 3) << 4];
            *to++ = '=';
        } else {
            *to++ = alphabet[(in[0] & 3) << 4 | in[1] >> 4];
            *to++ = alphabet[(in[1] & 15) << 2];
        }
        *to++ = '=';
    }
    *to = '\0';
    return (int)(to - out);
}

static int value_of(char c) {
    if (c >= 'A' && c <= 'Z') return c - 'A';
    if (c >= 'a' && c <= 'z') return c - 'a' + 26;
    if (c >= '0' && c <= '9') return c - '0' + 52;
    if (c == '+') return 62;
    if (c == '/') return 63;
    return -1;
}

static int decode(const char *in, int length, unsigned char *out) {
    int written = 0;
    if (length % 4 != 0) return -1;
    for (int i = 0; i < length; i += 4) {
        unsigned word = 0;
        int padding = 0;
        for (int j = 0; j < 4; j++) {
            char c = in[i + j];
            if (c == '=') {
                padding++;
                word <<= 6;
                continue;
            }
            int v = value_of(c);
            if (v < 0) return -1;
            word = word << 6 | (unsigned)v;
        }
        out[written++] = (unsigned char)(word >> 16);
        if (padding < 2) out[written++] = (unsigned char)(word >> 8);
        if (padding < 1) out[written++] = (unsigned char)word;
    }
    return written;
}

#define LENGTH 4

int main(void) {
    unsigned char bytes[LENGTH], back[LENGTH + 2];
    char text[4 * ((LENGTH + 2) / 3) + 1];
    for (int i = 0; i < LENGTH; i++) {
        bytes[i] = dovetail_any_uchar();
    }
    int length = encode(bytes, LENGTH, text);
    assert(length == sizeof text - 1);
    assert(decode(text, length, back) == LENGTH);
    for (int i = 0; i < LENGTH; i++) {
        assert(back[i] == bytes[i]);
    }
    return 0;
}
