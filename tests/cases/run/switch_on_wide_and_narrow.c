// end: normal 49

enum colour { RED = -1, GREEN, BLUE = 5 };

static int wide(unsigned long long x) {
    switch (x) {
    case 0x100000000ull:
        return 1;
    case -1: /* converted to the type of x */
        return 2;
    case 0:
        return 3;
    }
    return 4;
}

static int narrow(signed char c) {
    switch (c) {
    case -1:
        return 5;
    case 255: /* never: c is promoted to int */
        return 6;
    }
    return 7;
}

static int coloured(enum colour c) {
    switch (c) {
    case RED: return 8;
    case GREEN: return 9;
    case BLUE: return 10;
    default: return 11;
    }
}

int main(void) {
    int h = 0;
    h = h * 7 + wide(1ull << 32);
    h = h * 7 + wide(0xffffffffffffffffull);
    h = h * 7 + wide(0xffffffffull);
    h = h * 7 + narrow((signed char)255);
    h = h * 7 + coloured(-1) + coloured(5) - coloured(2);
    return h % 126;
}
