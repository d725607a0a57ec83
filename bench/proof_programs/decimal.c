/* Any number of 16 bits as decimal digits, there and back, without zeros before it. */
// property: unreach-call, valid-memsafety
// verdict: proved
#include <assert.h>
#include <dovetail.h>
#include <stdint.h>

#define LONGEST 5

static int put(uint16_t number, char *out) {
    char digits[LONGEST];
    int length = 0;
    do {
        digits[length++] = '0' + number % 10;
        number /= 10;
    } while (number);
    for (int i = 0; i < length; i++) {
        out[i] = digits[length - 1 - i];
    }
    out[length] = 0;
    return length;
}

static int get(const char *in) {
    int found = 0;
    while (*in >= '0' && *in <= '9') {
        found = 10 * found + (*in++ - '0');
    }
    return found;
}

int main(void) {
    char text[LONGEST + 1];
    uint16_t number = dovetail_any_ushort();
    int length = put(number, text);
    assert(length >= 1 && length <= LONGEST);
    assert(get(text) == number);
    assert(text[0] != '0' || length == 1);
    return 0;
}
