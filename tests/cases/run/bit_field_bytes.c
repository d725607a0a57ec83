// end: normal 57

/* Where the bits are. */
union view {
    struct {
        unsigned char a : 4, b : 4;
        unsigned short c : 10;
        unsigned d : 20;
    } field;
    unsigned char byte[12];
};

int main(void) {
    union view v = {.byte = {0}};
    v.field.a = 9;
    v.field.b = 3;
    v.field.c = 0x2a5;
    v.field.d = 0xbeef1;
    unsigned h = sizeof v.field;
    for (unsigned i = 0; i < sizeof v.field; i++)
        h = h * 17 + v.byte[i];
    v.byte[0] = 0x5a;
    h = h * 17 + v.field.a * 2 + v.field.b;
    return h % 126;
}
