// end: unsupported line 8
// To the compiler, `width` is a constant, too.
static const int width = 8 * sizeof(int);

int main(void) {
    const int twice = 2 * width;
    unsigned x = 5;
    x = x << width;
    return x << twice;
}
