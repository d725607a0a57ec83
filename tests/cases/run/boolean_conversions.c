// end: normal 19

_Bool global = 7;

static _Bool truth(_Bool b) { return b; }

int main(void) {
    _Bool a = 256, b = 0.25, c = (char *)"x", d = 0.0, e = (signed char)256;
    int h = a + b * 2 + c * 4 + d * 8 + e * 16;
    h = h * 2 + truth(0x100) + truth(-1);
    a++;
    a++;
    h = h * 2 + a;
    a--;
    h = h * 2 + a;
    a--;
    h = h * 2 + a; /* 0 - 1 is true */
    b += 4;
    b -= 1;
    c = c * 2 - 2;
    d |= 6;
    h = h * 2 + b + c + d + (int)sizeof(a) + !a + ~(_Bool)5 + global;
    _Bool flags[3] = {2, 0, -1};
    unsigned char *raw = (unsigned char *)flags;
    h += raw[0] + raw[1] + raw[2] + (flags[0] == flags[2]) + (1.0f && 0x1p-149f);
    return h % 126;
}
