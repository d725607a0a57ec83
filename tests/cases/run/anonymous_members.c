// end: normal 80

struct shape {
    int kind;
    union {
        struct {
            int width, height;
        };
        int radius;
        struct {
            short x[2];
        } corner[2];
    };
    struct {
        unsigned char red, green, blue;
    };
};

static int area(const struct shape *s) {
    return s->kind ? 3 * s->radius * s->radius : s->width * s->height;
}

int main(void) {
    struct shape box = {0, {{4, 5}}, {1, 2, 3}};
    struct shape disc = {.kind = 1, .radius = 3, .green = 9};
    struct shape last = {2, .height = 6, .width = 0x00030002};
    return (area(&box) + area(&disc) + box.blue + disc.green + last.corner[0].x[1] * 5 + last.corner[1].x[0]) % 126;
}
