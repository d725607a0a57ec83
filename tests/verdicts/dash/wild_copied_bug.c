// verdict: violated
// slow: others of its kind are run at every change
#include <string.h>
extern void reach_error(void);
extern void *__VERIFIER_nondet_pointer(void);

struct big {
    char head[5000];
    int tail;
};

int main(void) {
    struct big *from = __VERIFIER_nondet_pointer();
    struct big here;
    memcpy(&here, from, sizeof here);
    memset(from, 0, sizeof *from);
    if (here.tail == 99 && from->tail == 0)
        reach_error();
    return 0;
}
