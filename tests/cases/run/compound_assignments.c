// end: normal 58

struct s {
    unsigned short h;
    signed char c;
    int bits : 6;
};

int main(void) {
    unsigned h = 0;
    int i = 1000;
    i += 2.75;
    i *= 1.5f;
    i -= i / 2;
    h = h * 31 + i;
    unsigned char c = 250;
    c += c;
    c <<= 1;
    c /= 3.5;
    h = h * 31 + c;
    struct s s = {65000, 100, 31}, *p = &s;
    p->h += 1000;
    p->h *= p->h;
    p->c += 100;
    p->c >>= 1;
    p->bits += 1;
    p->bits /= 2;
    h = h * 31 + s.h + s.c + s.bits;
    float f = 1;
    f /= 3;
    f += 1e8;
    double d = 10;
    d *= 10 - (f -= 3) / 4e7f;
    h = h * 31 + (unsigned)f + (unsigned)d;
    long long w = -1;
    w &= 0xffffffffu;
    w ^= -1;
    w %= 1000;
    w |= 1 << 12;
    h = h * 31 + (unsigned)w;
    int a[3] = {1, 2, 3}, *q = a;
    q += 2;
    *q-- -= 5;
    q[0] ^= q[1];
    unsigned shift = 3;
    shift <<= shift;
    shift >>= 2ull;
    h = h * 31 + a[0] + a[1] + a[2] + shift;
    return h % 126;
}
