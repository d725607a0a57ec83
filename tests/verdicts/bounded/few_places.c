// verdict: proved
// property: valid-memsafety, unreach-call
// Items that were never written until they are put into a list, in order: pointers lead to one of few places.
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

struct item {
    unsigned value;
    struct item *next, *before;
};

int main(void) {
    struct item end, items[3];
    end.next = end.before = &end;
    end.value = 0xffffffff;
    for (int i = 0; i < 3; i++) {
        struct item *at = &end, *new = &items[i];
        new->value = __VERIFIER_nondet_uint() >> 1;
        while (at->next->value <= new->value)
            at = at->next;
        new->next = at->next;
        new->next->before = new;
        new->before = at;
        at->next = new;
    }
    unsigned count = 0, last = 0;
    for (struct item *at = end.next; at != &end; at = at->next) {
        if (at->value < last || at->next->before != at)
            reach_error();
        last = at->value;
        count++;
    }
    if (count != 3)
        reach_error();
    return 0;
}
