// end: normal 75

static volatile int device;
static const int limit = 10;
const char *const message = "const";

static int copy(int *restrict to, const int *restrict from, int n) {
    int moved = 0;
    for (int i = 0; i < n; i++) {
        to[i] = from[i];
        moved++;
    }
    return moved;
}

static int poll(volatile int *port) {
    *port = 1;
    *port |= 4;
    int seen = *port;
    *port;
    seen += *port++;
    return seen + (port == &device + 1);
}

int main(void) {
    register int r = 3;
    const volatile int cv = 4;
    int a[4] = {1, 2, 3, 4}, b[4];
    int h = copy(b, a, limit > 4 ? 4 : limit) + b[3];
    struct {
        const int fixed;
        int *const pointer;
    } s = {7, &h};
    *s.pointer += s.fixed;
    _Atomic int atomic = 5;
    atomic += 2;
    atomic++;
    auto int plain = message[4];
    return (h + poll(&device) * 5 + r + cv + atomic + plain) % 126;
}
