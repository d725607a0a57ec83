// strategy: auto
// verdict: violated
// properties: unreach-call, valid-memsafety
// slow: one of its kind is run at every change
/* At most so many characters of a string are copied, and one zero too many behind them. */
#include <stdlib.h>

extern unsigned __VERIFIER_nondet_uint(void);

static void copy(char *to, const char *from, unsigned room) {
    do {
        if ((*to++ = *from++) == 0) {
            while (room-- != 0)
                *to++ = 0;
            break;
        }
    } while (--room != 0);
}

int main(void) {
    unsigned room = __VERIFIER_nondet_uint(), size = __VERIFIER_nondet_uint();
    if (room == 0 || size == 0)
        return 0;
    char *to = malloc(room), *from = malloc(size);
    from[size - 1] = 0;
    copy(to, from, room);
    free(to);
    free(from);
    return 0;
}
