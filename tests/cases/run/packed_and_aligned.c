// end: normal 93

#include <stddef.h>

struct loose {
    char a;
    double b;
    short c;
    long long d;
    char e;
};
struct __attribute__((packed)) dense {
    char a;
    double b;
    short c;
    struct loose inner;
};
struct __attribute__((aligned(32))) far {
    char a;
    int b __attribute__((aligned(8)));
};
#pragma pack(push, 2)
struct two {
    char a;
    int b;
    char c;
};
#pragma pack(pop)

int main(void) {
    struct dense d = {1, 2.5, 3, {4, 5.5, 6, 7, 8}};
    struct far f[2] = {{1, 2}, {3, 4}};
    struct two t[2] = {{1, 0x01020304, 3}, {4, 5, 6}};
    unsigned h = sizeof(struct loose) + 3 * sizeof d + 5 * sizeof f + 7 * sizeof t;
    h = h * 31 + offsetof(struct dense, inner) + offsetof(struct far, b) + offsetof(struct two, c);
    h = h * 31 + (unsigned)(d.a + d.b * 2 + d.c + d.inner.b + d.inner.e);
    h = h * 31 + f[1].b + ((char *)&f[1] - (char *)&f[0]);
    int *unaligned = &t[1].b;
    h = h * 31 + t[0].b + *((unsigned char *)t + 2);
    h = h * 31 + (unsigned)_Alignof(struct far) + (unsigned)_Alignof(struct two) + (unaligned != 0);
    return h % 126;
}
