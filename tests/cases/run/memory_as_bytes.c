// end: normal 86

#include <string.h>

struct record {
    int id;
    short tags[2];
    int *link;
};

static unsigned fold(const void *from, unsigned n) {
    const unsigned char *b = from;
    unsigned h = 5381;
    for (unsigned i = 0; i < n; i++)
        h = h * 33 ^ b[i];
    return h;
}

int main(void) {
    int target = 9;
    struct record r = {0x11223344, {-1, 5}, &target}, s;
    memcpy(&s, &r, sizeof r); /* the pointer goes along */
    *s.link += 1;
    unsigned h = fold(&r, 8) + target;
    memset(&s, 0, sizeof s);
    h += (s.link == 0) + s.id;
    unsigned char raw[sizeof r];
    for (unsigned i = 0; i < sizeof r; i++)
        raw[i] = ((unsigned char *)&r)[i]; /* and byte by byte */
    struct record *back = (struct record *)memcpy(&s, raw, sizeof raw);
    *back->link *= 2;
    h += fold(&target, sizeof target) + *r.link;
    *(short *)((char *)&r + 2) = 0x7788;
    h += (unsigned)r.id;
    r.tags[1] = *(signed char *)&r;
    return (h + r.tags[1]) % 126;
}
