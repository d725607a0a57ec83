// end: normal 111

struct vec {
    int x, y, z;
};
struct big {
    struct vec v[4];
    char tag;
    double scale;
};

static struct vec add(struct vec a, struct vec b) {
    a.x += b.x;
    a.y += b.y;
    a.z += b.z;
    return a;
}

static struct big fill(struct big b, int n) {
    if (n == 0)
        return b;
    b.v[n - 1] = add(b.v[n & 3], (struct vec){n, 2 * n, 3 * n});
    b.tag++;
    b.scale /= 2;
    return fill(b, n - 1);
}

int main(void) {
    struct big a = {.v = {[0] = {1, 1, 1}, [3] = {2, 2, 2}}, .scale = 64};
    struct big b = fill(a, 4), c;
    c = a = b;
    c.v[0].x = 100;
    struct vec *p = &b.v[1], saved = *p;
    *p = add(*p, *p);
    b.v[2] = b.v[1];
    int h = a.v[0].x + b.v[2].y + c.v[0].x + saved.z + fill(a, 1).v[0].z + add(saved, saved).x + b.tag;
    h += (int)b.scale + (a.v[3].x == b.v[3].x);
    return h % 126;
}
