// strategy: auto
// verdict: proved
// properties: valid-memsafety
struct pair {
    int a, b[2];
};

static int *global = (int[]){4, 5};

static int second(struct pair *p) {
    return p->b[1];
}

int main(void) {
    int sum = 0, *p, n = 0, *q = 0;
    for (int i = 0; i < 2; i++) {
        int *mine = &(int){i};
        *mine += 1;
        sum += *mine;
    }
    if ((p = (int[]){1})[0])
        sum += *p;
    {
        struct pair copy = (struct pair){1, {2, 3}};
        sum += second(&(struct pair){1, {2, 3}}) + copy.b[0];
    }
    global[1] = 7;
again: /* the block is not left: it is the same object */
    if (q)
        return sum + *q + global[0];
    q = (int[]){n};
    n++;
    goto again;
}
