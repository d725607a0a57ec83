// strategy: auto
// verdict: unknown
// slow: others of its kind are run at every change
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
    g->f;
    return 0;
}
