// verdict: violated
// strategy: bounded
// No cast makes the address one of characters: who takes it says that it is.
#include <stdarg.h>

extern void reach_error(void);

struct pair {
    char first;
    int second;
};

static void fill(int byte, ...) {
    va_list list;
    va_start(list, byte);
    char *p = va_arg(list, char *);
    va_end(list);
    for (int i = 0; i < 8; i++)
        p[i] = byte;
}

static int at(int place, ...) {
    va_list list;
    va_start(list, place);
    char *p = va_arg(list, char *);
    va_end(list);
    return p[place];
}

int main(void) {
    struct pair a, b;
    fill(255, (void *)&a);
    fill(0, (void *)&b);
    a = b;
    if (at(1, (void *)&a) != 0)
        reach_error();
    return 0;
}
