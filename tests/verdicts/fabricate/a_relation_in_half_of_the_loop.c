// verdict: proved
// slow: others of its kind are run at every change
// That both are equal holds in the second half of the loop only, and no branch asks for it.
extern void reach_error(void);

int main(void) {
    int up = 0, late = 70;
    while (up < 140) {
        if (up >= 70)
            late = late + 1;
        up = up + 1;
    }
    if (late != 140)
        reach_error();
    return 0;
}
