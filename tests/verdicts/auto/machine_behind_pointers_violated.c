// strategy: auto
// verdict: violated
// slow: others of its kind are run at every change
/* As machine_behind_pointers, but what is asked for happens: the state follows what the part says,
   once it was seen. */
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
            if (flag == 1 && m->part->next == 30)
                reach_error();
            m->state = 50;
        }
    }
    return 0;
}
