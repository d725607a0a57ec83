// strategy: abstract
// verdict: proved
// slow: others of its kind are run at every change
/* A machine in a record on the heap, with a part in another one. What `malloc` gave is a pointer to anything;
   where it is followed it is a pointer to a part: both are the same cell, on whatever way one came. */
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

struct part {
    int next;
    int seen;
};

struct machine {
    int state;
    struct part *part;
};

int main(void) {
    struct machine *m = malloc(sizeof *m);
    int flag = 0;
    m->part = malloc(sizeof(struct part));
    m->state = 10;
    while (__VERIFIER_nondet_int()) {
        if (m->state == 10) {
            m->part->seen = __VERIFIER_nondet_int();
            m->part->next = 20;
            m->state = 40;
        } else if (m->state == 20) {
            if (m->part->seen) {
                m->part->next = 30;
                flag = 1;
            } else {
                m->part->next = 10;
            }
            m->state = 40;
        } else if (m->state == 40) {
            m->state = m->part->next;
        } else if (m->state == 30) {
            if (flag != 1)
                reach_error();
            m->state = 50;
        }
    }
    return 0;
}
