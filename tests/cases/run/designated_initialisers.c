// end: normal 0

struct inner {
    short a, b[3];
};
struct outer {
    int first;
    struct inner in[2];
    union {
        int i;
        char c[4];
    } u;
    const char *name;
};

static const struct outer table[3] = {
    [1] = {.in[1].b[2] = 6, .first = 2, .in[0] = {1, {2, 3}}, .name = "one"},
    [0].u.c = {1, 2},
    [2] = {5, {{6, {7}}, 8}, {.i = 9}, "two"},
    [2].first = 50, /* overrides one member of it */
};
static int ranges[] = {[0 ... 2] = 4, [5] = 1, 2, [1] = 3};

int main(void) {
    unsigned h = 0;
    for (int i = 0; i < 3; i++) {
        const struct outer *o = &table[i];
        h = h * 31 + o->first;
        for (int j = 0; j < 2; j++)
            for (int k = 0; k < 3; k++)
                h = h * 31 + o->in[j].a + o->in[j].b[k];
        h = h * 31 + o->u.i;
        h = h * 31 + (o->name ? o->name[1] : 0);
    }
    for (unsigned i = 0; i < sizeof ranges / sizeof *ranges; i++)
        h = h * 31 + ranges[i];
    return h % 126;
}
