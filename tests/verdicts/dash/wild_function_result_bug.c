// verdict: violated
// slow: others of its kind are run at every change
// The error is behind a write to memory that a function without a body has handed out.
extern void reach_error(void);
struct device {
    int state;
    int (*open)(void);
};
struct device *find_device(int number);

int main(void) {
    struct device *d = find_device(3);
    if (!d)
        return 0;
    d->state = 7;
    if (find_device(4) != d)
        reach_error();
    return 0;
}
