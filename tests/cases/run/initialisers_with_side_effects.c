// end: normal 35

static int counter;
static int next(void) { return ++counter; }

struct triple {
    int a;
    struct {
        int b, c;
    };
    int rest[3];
};

int main(void) {
    struct triple t = {next(), {next(), next()}, {next()}};
    int partly[6] = {next(), [3] = next(), next()};
    struct triple copies[2] = {t, {.rest = {[1] = next()}, .a = next()}};
    char text[2][4] = {"ab", {'c'}};
    unsigned h = 0;
    for (int i = 0; i < 6; i++)
        h = h * 11 + partly[i];
    for (int i = 0; i < 2; i++)
        h = h * 11 + copies[i].a + 2 * copies[i].b + 3 * copies[i].c + copies[i].rest[0] + copies[i].rest[1] * 5;
    for (int i = 0; i < 8; i++)
        h = h * 11 + text[i / 4][i % 4];
    return h % 126;
}
