// strategy: auto
// verdict: proved
// slow: others of its kind are run at every change
extern void reach_error(void);


struct wide {
    unsigned long long b : 40;
    long long c : 33;
};

int main(void) {
    struct wide x;
    x.b = 1ull << 39;
    x.c = -1;
    if ((x.b << 1) != 1ull << 40 || x.b + x.b == 0 || x.c != -1)
        reach_error();
    return 0;
}
