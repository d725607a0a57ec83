// strategy: auto
// verdict: unknown
// properties: valid-memsafety
// No machine notices.
struct part {
    const int fixed;
    int other;
};

int main(void) {
    struct part x = {1, 2};
    *(int *)&x.fixed = 3;
    return x.other;
}
