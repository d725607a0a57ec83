// data-model: LP64
// end: normal 80

typedef unsigned __int128 u128;
typedef __int128 i128;

static u128 power(u128 base, unsigned n) {
    u128 r = 1;
    while (n--)
        r *= base;
    return r;
}

int main(void) {
    u128 x = power(10, 38);
    unsigned h = 0;
    while (x) {
        h = h * 7 + (unsigned)(x % 10) + (unsigned)(x & 0xff);
        x /= 10;
    }
    i128 y = -((i128)1 << 100);
    h = h * 7 + (unsigned)(y >> 90) + (y < 0) + (unsigned)(y / 3) + (unsigned)(y % 1000007);
    u128 z = (u128)0xffffffffffffffffull * 0xffffffffffffffffull;
    h = h * 7 + (unsigned)(z >> 64) + (unsigned)z + (z > (u128)y);
    double d = (double)(i128)z + (double)y;
    h = h * 7 + (d < 0) + (unsigned)(u128)1e20;
    struct {
        char c;
        i128 v;
    } s = {1, -1};
    h = h * 7 + sizeof s + (s.v == -1) + (unsigned)(unsigned long)(s.v >> 127);
    return h % 126;
}
