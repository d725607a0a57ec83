/* Any four bytes as hexadecimal digits, there and back; what is no digit is refused. */
// property: unreach-call, valid-memsafety
// verdict: proved
#include <assert.h>
#include <dovetail.h>
#include <stdbool.h>

#define LENGTH 4

static void put(const unsigned char *in, char *out) {
    static const char digits[] = "0123456789abcdef";
    for (int i = 0; i < LENGTH; i++) {
        *out++ = digits[in[i] >> 4];
        *out++ = digits[in[i] & 15];
    }
    *out = 0;
}

static int value(char digit) {
    if (digit >= '0' && digit <= '9') return digit - '0';
    if (digit >= 'a' && digit <= 'f') return digit - 'a' + 10;
    if (digit >= 'A' && digit <= 'F') return digit - 'A' + 10;
    return -1;
}

static bool get(const char *in, unsigned char *out) {
    for (int i = 0; i < LENGTH; i++) {
        int high = value(in[2 * i]), low = high < 0 ? -1 : value(in[2 * i + 1]);
        if (low < 0) return false;
        out[i] = high << 4 | low;
    }
    return in[2 * LENGTH] == 0;
}

int main(void) {
    unsigned char bytes[LENGTH], back[LENGTH];
    char text[2 * LENGTH + 1];
    for (int i = 0; i < LENGTH; i++) {
        bytes[i] = dovetail_any_uchar();
    }
    put(bytes, text);
    assert(get(text, back));
    for (int i = 0; i < LENGTH; i++) {
        assert(back[i] == bytes[i]);
    }
    int place = dovetail_any_int();
    dovetail_assume(place >= 0 && place < 2 * LENGTH);
    text[place] = 'g';
    assert(!get(text, back));
    return 0;
}
