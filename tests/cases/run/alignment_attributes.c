// end: normal 91

typedef int wide __attribute__((aligned(16)));
typedef wide wider;

struct with_typedef {
    char c;
    wider x;
    char d;
};
struct with_alignas {
    char a;
    _Alignas(double) char b;
    _Alignas(8) char c;
};
#pragma pack(push, 2)
struct packed_by_two {
    char c;
    int i;
    long long l;
};
#pragma pack(pop)
struct outside {
    char c;
    struct packed_by_two p;
};
typedef int word __attribute__((mode(DI)));
typedef unsigned byte __attribute__((mode(QI)));

int main(void) {
    struct outside o = {1, {2, 3, 4}};
    word w = 1;
    byte b = 300;
    int h = sizeof(struct with_typedef) + sizeof(struct with_alignas) * 2 + _Alignof(struct with_alignas);
    h += sizeof(struct outside) + o.p.i * 3 + __builtin_offsetof(struct outside, p);
    h += __builtin_offsetof(struct with_alignas, c) + __builtin_offsetof(struct with_typedef, d);
    return (h + sizeof w * 3 + b) & 127;
}
