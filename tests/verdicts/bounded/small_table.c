// verdict: proved
// What is looked up in a small table, and looked up again, is what it was.
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);

static const char digits[] = "0123456789abcdef";

static int value(char c) {
    return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

int main(void) {
    for (int i = 0; i < 4; i++) {
        unsigned char byte = __VERIFIER_nondet_uchar();
        char text[2] = {digits[byte >> 4], digits[byte & 15]};
        if ((value(text[0]) << 4 | value(text[1])) != byte)
            reach_error();
    }
    return 0;
}
