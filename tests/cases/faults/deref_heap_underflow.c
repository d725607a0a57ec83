// property: valid-memsafety
// inputs: 0
// end: violation invalid-deref line 17

#include <stdlib.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

struct stack {
    int top;
    short *items;
};

static void push(struct stack *s, short item) { s->items[s->top++] = item; }

static short pop(struct stack *s) {
    return s->items[--s->top];
}

int main(void) {
    struct stack s = {0, malloc(8 * sizeof(short))};
    unsigned pushes = __VERIFIER_nondet_uchar() % 8;
    for (unsigned i = 0; i < pushes; i++)
        push(&s, (short)i);
    short last = pop(&s);
    free(s.items);
    return last;
}
