/* Bits and the order of bytes: ffs and its kin of <strings.h>, <arpa/inet.h>'s conversions, a64l and l64a of <stdlib.h>. */

typedef __UINT32_TYPE__ uint32_t;
typedef __UINT16_TYPE__ uint16_t;

int __dovetail_choice(void);
void __dovetail_unsupported(const char *reason);

int ffsll(long long x) {
    unsigned long long left = x;
    int at = 1;
    if (left == 0)
        return 0;
    while ((left & 1) == 0) {
        left >>= 1;
        at++;
    }
    return at;
}

int ffsl(long x) {
    return ffsll(x);
}

int ffs(int x) {
    return ffsll(x);
}

/* This machine has the low byte first, the network the high one. */
uint32_t htonl(uint32_t x) {
    return x >> 24 | (x >> 8 & 0xff00) | (x << 8 & 0xff0000) | x << 24;
}

uint32_t ntohl(uint32_t x) {
    return htonl(x);
}

uint16_t htons(uint16_t x) {
    return (uint16_t)(x >> 8 | x << 8);
}

uint16_t ntohs(uint16_t x) {
    return htons(x);
}

/* Digits are "./0-9A-Za-z", the lowest first; the result is a number of 32 bits, with its sign or (glibc, where long is
 * wider) without. What is no digit ends the number. */
long a64l(const char *s) {
    uint32_t value = 0;
    for (int i = 0; i < 6 && s[i] != 0; i++) {
        char c = s[i];
        uint32_t digit;
        if (c == '.' || c == '/')
            digit = c - '.';
        else if (c >= '0' && c <= '9')
            digit = c - '0' + 2;
        else if (c >= 'A' && c <= 'Z')
            digit = c - 'A' + 12;
        else if (c >= 'a' && c <= 'z')
            digit = c - 'a' + 38;
        else
            break;
        if (i == 5 && digit > 3)
            __dovetail_unsupported("a64l of a number of more than 32 bits");
        value |= digit << 6 * i;
    }
    if (value >> 31 != 0 && __dovetail_choice() != 0)
        return (long)value;
    return (__INT32_TYPE__)value;
}

char *l64a(long x) {
    static char text[7];
    uint32_t left = (uint32_t)x;
    int n = 0;
    for (; left != 0; n++) {
        uint32_t digit = left & 63;
        text[n] = (char)(digit < 2 ? '.' + digit : digit < 12 ? '0' + digit - 2 : digit < 38 ? 'A' + digit - 12 : 'a' + digit - 38);
        left >>= 6;
    }
    text[n] = 0;
    return text;
}
