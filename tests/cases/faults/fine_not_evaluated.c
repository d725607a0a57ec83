// property: no-overflow
// inputs: 2147483647
// end: normal 4

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    int size = (int)sizeof(x + 1);
    if (x != 2147483647 && x + 1 > 0)
        size++;
    int y = x < 2147483647 ? x + 1 : x;
    __typeof__(x * 2) z = y;
    return z == x || 1 / (x | 1) ? size : 0;
}
