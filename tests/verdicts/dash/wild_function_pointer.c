// verdict: proved
// slow: others of its kind are run at every change
// svcomp: yes
// Wild memory holds the function that was put there.
extern void reach_error(void);
struct operations {
    int (*open)(int);
};
struct operations *operations(void);

static int good(int x) { return x; }
static int bad(int x) {
    reach_error();
    return x;
}

int main(void) {
    struct operations *o = operations();
    int (*other)(int) = bad;
    o->open = good;
    o->open(3);
    return other != bad;
}
