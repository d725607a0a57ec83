// strategy: auto
// verdict: proved
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
