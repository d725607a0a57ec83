// end: normal 78

struct point {
    int x, y;
};

static int dot(struct point a, const struct point *b) { return a.x * b->x + a.y * b->y; }

static int sum(const int *v, int n) {
    int s = 0;
    while (n--)
        s += *v++;
    return s;
}

static const int *fixed = (const int[]){7, 8, 9};

int main(void) {
    int n = 2;
    int total = dot((struct point){1, 2}, &(struct point){.y = 5});
    total += sum((int[]){n, n * n, [4] = 1}, 5);
    total += sum(fixed, 3);
    total += (int){3.9};
    int *p;
    for (int i = 0; i < 2; i++) {
        p = (int[2]){i, i + 1};
        p[0]++;
        total += p[0] * 10 + p[1];
    }
    struct point *q = &(struct point){.x = total};
    q->y += 1;
    (struct point){0, 0}.x;
    return (q->x + q->y) % 126;
}
