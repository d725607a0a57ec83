// data-model: LP64
// end: normal 0
// Amounts that are not constants are taken modulo the width, whatever the types, also where a number could be
// computed for them; every shift is held against one by the amount that has been reduced.
extern int __VERIFIER_nondet_int(void);

static int wrong;

#define SHIFTS(NAME, LEFT, AMOUNT)                                                                        \
    static void NAME(LEFT x, AMOUNT n) {                                                                  \
        int in_range = (int)((unsigned long long)n & (8 * sizeof(+x) - 1));                               \
        LEFT a = x, b = x;                                                                                \
        wrong += (x << n) != (x << in_range);                                                             \
        wrong += (x >> n) != (x >> in_range);                                                             \
        a <<= n, b <<= in_range;                                                                          \
        wrong += a != b;                                                                                  \
        a = b = x;                                                                                        \
        a >>= n, b >>= in_range;                                                                          \
        wrong += a != b;                                                                                  \
    }
#define OF(NAME, LEFT)                                                                                    \
    SHIFTS(NAME##_by_int, LEFT, int)                                                                      \
    SHIFTS(NAME##_by_char, LEFT, signed char)                                                             \
    SHIFTS(NAME##_by_wide, LEFT, long long)                                                               \
    SHIFTS(NAME##_by_size, LEFT, unsigned long)                                                           \
    static void NAME(LEFT x, int n) {                                                                     \
        NAME##_by_int(x, n), NAME##_by_char(x, n), NAME##_by_size(x, n);                                  \
        NAME##_by_wide(x, n), NAME##_by_wide(x, n * 0x100000001ll);                                       \
    }

OF(signed_char, signed char)
OF(unsigned_char, unsigned char)
OF(signed_short, short)
OF(unsigned_short, unsigned short)
OF(signed_int, int)
OF(unsigned_int, unsigned)
OF(signed_long, long)
OF(unsigned_long, unsigned long)
OF(signed_wide, long long)
OF(unsigned_wide, unsigned long long)

static void all(long long x, int n) {
    signed_char(x, n), unsigned_char(x, n), signed_short(x, n), unsigned_short(x, n);
    signed_int(x, n), unsigned_int(x, n), signed_long(x, n), unsigned_long(x, n);
    signed_wide(x, n), unsigned_wide(x, n);
}

int main(void) {
    int zero = __VERIFIER_nondet_int(), v = zero + 5;
    long long w = zero + 3;
    int amounts[] = {-129, -64, -33, -32, -1, 0, 1, 7, 8, 16, 31, 32, 33, 63, 64, 65, 127, 128, 1000};
    for (int i = 0; i < (int)(sizeof amounts / sizeof amounts[0]); i++) {
        all(-77, amounts[i] + zero);
        all(0x123456789abcdefll, amounts[i] + zero);
    }
    wrong += (w << ((w & 0) | 65)) != 6;
    wrong += (w >> (w * 0 + 65)) != 1;
    wrong += (w << (w ? 65 : 65)) != 6;
    wrong += (w << (v - v + 64)) != 3;
    wrong += (w << ((w ^ w) - 1)) != (long long)(1ull << 63);
    wrong += (v << ((v & 0) | 33)) != 10;
    wrong += (v << (v ? 33 : 33)) != 10;
    wrong += (v << (v - v + 32)) != 5;
    wrong += (v >> ((v ^ v) - 1)) != 0;
    return wrong > 99 ? 99 : wrong;
}
