// end: normal 107

/* Every width into every other, and the usual arithmetic conversions. */
static long long from[] = {0, 1, -1, 127, 128, 255, 256, -128, -129, 32767, 32768, 65535, 2147483647, 2147483648LL,
                           4294967295LL, -2147483648LL, -2147483649LL, 9223372036854775807LL};

int main(void) {
    unsigned h = 0;
    for (unsigned i = 0; i < sizeof from / sizeof *from; i++) {
        long long x = from[i];
        h = h * 31 + (signed char)x;
        h = h * 31 + (unsigned char)x;
        h = h * 31 + (short)x;
        h = h * 31 + (unsigned short)x;
        h = h * 31 + (unsigned)(int)x + ((int)x < 0);
        h = h * 31 + (unsigned)x + ((unsigned)x > x);
        h = h * 31 + (unsigned)((unsigned long long)(int)x >> 32);
        h = h * 31 + (unsigned)((unsigned long long)(unsigned)x >> 32);
        h = h * 31 + (unsigned)((long long)(short)x >> 16);
        h = h * 31 + (_Bool)x + (_Bool)(char)x;
    }
    h = h * 31 + (-1 < 1u) + (-1 < (unsigned char)1) + (-1L < 1u) + (-1LL < 1ul) + (1 ? -1 : 0u) % 7;
    h = h * 31 + (unsigned)(-7 / 2) + (unsigned)(-7 % 2) + 7 / -2 + 7 % -2 + (unsigned)(-7u / 2);
    h = h * 31 + (unsigned)(-8 >> 1) + (-8u >> 1) + (unsigned)(1ull << 35 >> 33);
    return h % 126;
}
