// end: normal 108

#include <string.h>

union cell {
    unsigned long long whole;
    double real;
    struct {
        unsigned low, high;
    };
    unsigned char byte[8];
    short part[4];
};

int main(void) {
    union cell c = {.real = -0.15625};
    unsigned h = c.high;
    h = h * 13 + c.byte[7] + c.part[3];
    c.byte[6] ^= 0x10;
    h = h * 13 + (int)(c.real * -8);
    c.whole = 0x400921fb54442d18ull;
    h = h * 13 + (int)(c.real * 1000);
    float f = 1.5f;
    unsigned bits;
    memcpy(&bits, &f, sizeof bits);
    h = h * 13 + (bits >> 20);
    bits += 1u << 23;
    h = h * 13 + (unsigned)*(float *)memcpy(&f, &bits, 4);
    int i = 0x01020304;
    h = h * 13 + *(char *)&i + ((unsigned char *)&i)[3];
    return h % 126;
}
