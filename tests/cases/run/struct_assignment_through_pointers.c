// compilers: clang
// end: normal 83

struct block {
    int head;
    int body[5];
};

static struct block pool[4];
static int used;

static struct block *take(void) { return &pool[used++]; }
static struct block make(int seed) {
    struct block b;
    b.head = seed;
    for (int i = 0; i < 5; i++)
        b.body[i] = seed = seed * 5 % 23;
    return b;
}

int main(void) {
    struct block *a = take(), *b = take();
    *a = make(3);
    *b = *a;
    b->body[2] = 100;
    *take() = *(used & 1 ? a : b);
    pool[3] = (b->head = 8, *b);
    pool[0].body[make(2).body[0] % 5] = make(7).head;
    struct block swap = *a;
    *a = *b, *b = swap;
    unsigned h = used;
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 5; j++)
            h = h * 31 + pool[i].body[j] + pool[i].head;
    return h % 126;
}
