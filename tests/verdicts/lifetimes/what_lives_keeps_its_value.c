// strategy: auto
// verdict: proved
// slow: others of its kind are run at every change
extern void reach_error(void);


static void set(int *p) {
    *p = 7;
}

static int counted(int n) {
    int x;
    set(&x);
    while (n > 0)
        n--;
    return x;
}

int main(void) {
    int y;
    set(&y);
    for (int i = 0; i < 100; i++) {
        int x;
        set(&x);
        if (x != 7)
            reach_error();
    }
    if (counted(5) != 7 || y != 7)
        reach_error();
    return 0;
}
