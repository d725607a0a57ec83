// inputs: 40,2147483640,100
// end: normal 65

extern int __VERIFIER_nondet_int(void);

int main(void) {
    unsigned x = (unsigned)__VERIFIER_nondet_int();
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int(), r = 0;
    unsigned u;
    long long w;
    unsigned char small;
    unsigned h = 0;
    h = h * 31 + __builtin_clz(x) + __builtin_ctz(x) * 2 + __builtin_popcount(x) * 3 + __builtin_parity(x | 1);
    h = h * 31 + __builtin_clzll(x) + __builtin_ctzll(1ull << 40) + __builtin_popcountll(~0ull) + __builtin_ffs(x);
    h = h * 31 + __builtin_bswap32(x) + __builtin_bswap16(0x1234) + (unsigned)(__builtin_bswap64(x) >> 50);
    h = h * 31 + __builtin_add_overflow(a, b, &r) + (unsigned)r;
    h = h * 31 + __builtin_sub_overflow(b, a, &u) + u;
    h = h * 31 + __builtin_mul_overflow(a, b, &w) + (unsigned)w + __builtin_mul_overflow(a, a, &r) + (unsigned)r;
    h = h * 31 + __builtin_add_overflow(200, b, &small) + small + __builtin_sadd_overflow(a, 8, &r);
    if (__builtin_expect(a > b, 0))
        h += 3;
    h = h * 31 + __builtin_abs(-5) + (unsigned)__builtin_fabs(-2.5) + __builtin_isnan(__builtin_nan("")) +
        (__builtin_inf() > 1e308) + (__builtin_huge_valf() > 1e38f);
    h = h * 31 + __builtin_strlen("four") + __builtin_memcmp("ab", "ac", 2) + !!__builtin_expect(1, 1);
    char buffer[8];
    __builtin_memset(buffer, 7, sizeof buffer);
    __builtin_memcpy(buffer + 2, "xy", 2);
    h = h * 31 + buffer[1] + buffer[2] + buffer[7];
    if (h == 12345)
        __builtin_unreachable();
    return h % 126;
}
