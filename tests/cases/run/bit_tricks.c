// inputs: 3735928559,19088743
// end: normal 91

extern unsigned int __VERIFIER_nondet_uint(void);

static unsigned reverse(unsigned x) {
    x = (x & 0x55555555u) << 1 | (x >> 1 & 0x55555555u);
    x = (x & 0x33333333u) << 2 | (x >> 2 & 0x33333333u);
    x = (x & 0x0f0f0f0fu) << 4 | (x >> 4 & 0x0f0f0f0fu);
    return x << 24 | (x & 0xff00u) << 8 | (x >> 8 & 0xff00u) | x >> 24;
}

static unsigned crc(const unsigned char *p, unsigned n) {
    unsigned c = ~0u;
    while (n--) {
        c ^= *p++;
        for (int k = 0; k < 8; k++)
            c = c >> 1 ^ (0xedb88320u & -(c & 1));
    }
    return ~c;
}

int main(void) {
    unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint();
    unsigned parts[2] = {a, b};
    a ^= b, b ^= a, a ^= b;
    int sign = -(int)(a >> 31);
    unsigned h = reverse(a) ^ reverse(b) << 3;
    h += crc((unsigned char *)parts, sizeof parts);
    h ^= (unsigned)((int)b >> 5) + (unsigned)(sign ^ (int)a) + (a & -a) + (b | ~b >> 7);
    h = h << 13 | h >> 19;
    return h % 126;
}
