// verdict: proved
// inputs: 0..3 0..3
// First in, first out.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

struct queue { int items[3]; int head, tail; };

static void put(struct queue *q, int x) { q->items[q->tail++ % 3] = x; }

static int get(struct queue *q) { return q->items[q->head++ % 3]; }

int main(void) {
    struct queue q = {{0}, 0, 0};
    int a = __VERIFIER_nondet_int() & 3, b = __VERIFIER_nondet_int() & 3;
    put(&q, a);
    put(&q, b);
    if (get(&q) != a || get(&q) != b || q.head != q.tail)
        reach_error();
    return 0;
}
