// data-model: ILP32
// end: unsupported line 7

int main(void) {
    long long x = 5;
    char c = 1;
    c >>= -1;
    return (int)(x << 64) + c;
}
