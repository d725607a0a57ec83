// end: normal 41

#include <stdarg.h>

struct pair {
    int a;
    char b;
};

static double read(const char *kinds, ...) {
    va_list list, again;
    double sum = 0;
    va_start(list, kinds);
    va_copy(again, list);
    for (const char *k = kinds; *k; k++)
        switch (*k) {
        case 'i': sum += va_arg(list, int); break;
        case 'l': sum += (double)va_arg(list, long long); break;
        case 'd': sum += va_arg(list, double); break;
        case 'p': sum += *va_arg(list, int *); break;
        case 's': {
            struct pair p = va_arg(list, struct pair);
            sum += p.a * p.b;
        }
        }
    if (*kinds == 'i')
        sum += va_arg(again, int);
    va_end(again);
    va_end(list);
    return sum;
}

static int forward(int n, va_list list) {
    int last = 0;
    while (n-- > 0)
        last = last * 3 + va_arg(list, int);
    return last;
}

static int pass(int n, ...) {
    va_list list;
    va_start(list, n);
    int r = forward(n, list);
    va_end(list);
    return r;
}

int main(void) {
    int i = 4;
    float f = 1.25f;
    short s = -3;
    double r = read("idlpisdi", s, f, 1LL << 33, &i, 7, (struct pair){5, 6}, 0.5, 'c');
    return (int)(r - 8589934592.0 + pass(4, 1, 0, 2, (char)1)) & 127;
}
