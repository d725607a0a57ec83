// end: normal 80

/* Conversions at the edges, where they are defined. */
int main(void) {
    unsigned h = 0;
    float just_below = 2147483520.0f;
    h = h * 31 + (unsigned)(int)just_below;
    h = h * 31 + (unsigned)(int)-2147483648.0f;
    h = h * 31 + (unsigned)4294967040.0f;
    h = h * 31 + (unsigned)(long long)-9223372036854775808.0;
    h = h * 31 + (unsigned)((unsigned long long)18446744073709549568.0 >> 40);
    h = h * 31 + (signed char)-128.9 + (unsigned char)255.9 + (unsigned)-0.9;
    h = h * 31 + ((float)16777217 == 16777216.0f) + ((double)9007199254740993ll == 9007199254740992.0);
    h = h * 31 + ((float)0xffffffffu == 4294967296.0f) + ((double)0xffffffffffffffffull == 18446744073709551616.0);
    h = h * 31 + ((float)33554435 == 33554436.0f) + ((float)1e-46 == 0) + ((float)1e39 > 3.4e38f);
    h = h * 31 + (0.1f < 0.1) + (0.1f == (float)0.1) + (1.0f / 3 == 1.0 / 3);
    h = h * 31 + ((float)1.00000005960464477540 == 1.0f) + ((float)(1 + 0x1p-24 + 0x1p-50) > 1.0f);
    return h % 126;
}
