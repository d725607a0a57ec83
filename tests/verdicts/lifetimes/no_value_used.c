// strategy: auto
// verdict: proved
// slow: others of its kind are run at every change
extern void reach_error(void);


static int one(int x) {
    if (x)
        return 1;
}

int main(void) {
    one(0);
    if (one(1) != 1)
        reach_error();
    return 0;
}
