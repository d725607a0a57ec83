// strategy: auto
// verdict: unknown
// slow
// properties: valid-memsafety
// It is read (C11 6.3.2.1), but no compiler reads it.
struct part {
    int a[3];
};
struct whole {
    int first;
    struct part f;
};

int main(void) {
    struct whole *g = 0;
    return (g->f, 1);
    return 0;
}
