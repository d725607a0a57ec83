// end: normal 38
// standard: gnu89

/* Old style: parameters are promoted, declarations may be missing. */
static int weigh(c, f, s, p)
char c;
float f;
short s;
int *p;
{
    *p += 1;
    return c + (int)(f * 2) + s;
}

undeclared(a, b) {
    return a - b;
}

static twice();

main() {
    int hits = 0;
    register i;
    int total = weigh(300, 1.5, 70000, &hits);
    for (i = 0; i < 3; i++)
        total += undeclared(i, 1) + twice(i);
    return (total + hits) & 127;
}

static twice(x) {
    return x + x;
}
