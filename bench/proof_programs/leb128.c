/* Numbers of 32 bits in one to five bytes, seven bits in each: there and back, and none longer than it need be. */
// property: unreach-call, valid-memsafety
// verdict: proved
#include <assert.h>
#include <dovetail.h>
#include <stdint.h>

#define LONGEST 5

static int put(uint32_t number, unsigned char *out) {
    int length = 0;
    do {
        out[length] = number & 0x7f;
        number >>= 7;
        if (number) out[length] |= 0x80;
        length++;
    } while (number);
    return length;
}

static int get(const unsigned char *in, int length, uint32_t *number) {
    uint32_t found = 0;
    for (int i = 0; i < length && i < LONGEST; i++) {
        found |= (uint32_t)(in[i] & 0x7f) << (7 * i);
        if (!(in[i] & 0x80)) {
            *number = found;
            return i + 1;
        }
    }
    return 0;
}

int main(void) {
    unsigned char bytes[LONGEST];
    uint32_t number = dovetail_any_uint(), back;
    int length = put(number, bytes);
    assert(length <= LONGEST);
    assert(get(bytes, length, &back) == length && back == number);
    assert(get(bytes, length - 1, &back) == 0);
    assert(length == 1 || number >> (7 * (length - 1)));
    return 0;
}
