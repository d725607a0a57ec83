// end: normal 89

struct item {
    short s;
    unsigned bits : 3;
};

static unsigned h;
static void note(unsigned value) { h = h * 31 + value; }

int main(void) {
    signed char c = 127;
    note(c++);
    note(c--);
    note(++c);
    unsigned char u = 0;
    note(u--);
    note(u);
    int array[5] = {1, 2, 3, 4, 5}, *p = array;
    note(*p++);
    note(*++p);
    note((*p)++);
    note(++*p);
    note(p[-1]--);
    note(array[1] + array[2] + (unsigned)(p - array));
    struct item items[2] = {{32767, 7}, {0, 0}}, *q = items;
    note(q->bits++);
    note(q->bits);
    note(q->s++);
    note(q++->s);
    note(--q->bits);
    note(q->bits--);
    double d = 0.5;
    float f = 16777216.0f;
    note((unsigned)(d++ * 2));
    note((unsigned)(--d * 2));
    note((unsigned)f++ + ((double)16777217 == d));
    note((unsigned)f);
    _Bool b = 0;
    note(b++);
    note(b++);
    note(b--);
    note(b--);
    note(b);
    char *names[] = {"ab", "cd"}, **n = names;
    note(*(*n++)++);
    note(**n + *names[0]);
    long long w = 0xffffffffLL;
    w++;
    return (h + (unsigned)(w >> 32) + (items[1].bits == 6)) % 126;
}
