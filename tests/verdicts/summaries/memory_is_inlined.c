// verdict: proved
// slow: others of its kind are run at every change
// A procedure that writes memory has no summary; one that it calls has.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int clipped(int v) { return v < 0 ? 0 : v > 7 ? 7 : v; }
static void put(int *where, int v) { *where = clipped(v); }

int main(void) {
    int cell = 0;
    put(&cell, __VERIFIER_nondet_int());
    if (cell < 0 || cell > 7)
        reach_error();
    return 0;
}
