// inputs: 3
// end: normal 1

#include <stddef.h>

extern int __VERIFIER_nondet_int(void);

struct s {
    char a;
    struct {
        int b[3];
        short c;
    } inner[2];
};

_Static_assert(sizeof(struct s) >= 29, "too small");
_Static_assert(offsetof(struct s, inner[1].c) % 4 == 0, "not where it should be");

#define KIND(x) _Generic((x), int: 1, unsigned: 2, char *: 3, const char *: 4, double: 5, struct s: 6, default: 7)

int main(void) {
    int n = __VERIFIER_nondet_int();
    char text[] = "sized";
    struct s s = {0};
    unsigned h = 0;
    h = h * 13 + sizeof text + sizeof(text + 0) + sizeof "ab" + sizeof(char[3]) + sizeof(n++);
    h = h * 13 + KIND(n) + KIND(1u) * 2 + KIND(text) * 3 + KIND((const char *)text) * 5 + KIND(1.0f) * 7 + KIND(s) + KIND('a');
    h = h * 13 + offsetof(struct s, inner) + offsetof(struct s, inner[1].b[2]) + _Alignof(struct s) + __alignof__(n);
    typeof(n) m = n;
    __typeof__(s.inner[0].c) c = (short)70000;
    __typeof__(int *) p = &m, q = p;
    __auto_type d = 2.5;
    *q += c;
    h = h * 13 + n + m + (unsigned)(d * 2) + sizeof(d) + sizeof(typeof(char[n]));
    h = h * 13 + 1 + __builtin_choose_expr(1, 3, "x") + __builtin_constant_p(4);
    return h % 126;
}
