// strategy: auto
// verdict: violated
// slow: others of its kind are run at every change
extern void reach_error(void);


static int one(int x) {
    if (x)
        return 1;
}

int main(void) {
    if (one(0) != 1)
        reach_error();
    return 0;
}
