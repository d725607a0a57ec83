// end: normal 43

struct packed_word {
    unsigned low : 5;
    signed middle : 7;
    unsigned : 0; /* the next one starts a new unit */
    unsigned high : 31;
    _Bool flag : 1;
    unsigned long long wide : 40;
    int : 3;
    signed char tiny : 2;
};

struct __attribute__((packed)) tight {
    unsigned a : 3;
    unsigned b : 17;
    char c;
    unsigned d : 12;
};

int main(void) {
    struct packed_word w = {33, -65, 0x80000001u, 4, 1ull << 41 | 5, 2};
    struct tight t = {15, 1 << 17 | 6, 7, 4097};
    unsigned h = sizeof w * 100 + sizeof t;
    h = h * 31 + w.low;
    h = h * 31 + w.middle;
    h = h * 31 + w.high + w.flag + (unsigned)w.wide + w.tiny;
    h = h * 31 + t.a + t.b + t.c + t.d;
    w.middle = 63;
    w.middle++;
    h = h * 31 + w.middle;
    h = h * 31 + (w.low = 100);
    h = h * 31 + w.low--;
    h = h * 31 + --w.low;
    w.low -= 3;
    w.flag += 5;
    w.tiny ^= 3;
    h = h * 31 + w.low + w.flag + w.tiny;
    h = h * 31 + (w.low - 10 < 0) + (w.wide - 10 > 0); /* promotions: low to int, wide stays unsigned */
    struct packed_word copy = w;
    copy.wide >>= 2;
    return (h + (unsigned)copy.wide) % 126;
}
