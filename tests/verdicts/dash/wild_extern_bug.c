// verdict: violated
// slow: others of its kind are run at every change
// A variable that another file defines holds any pointer.
extern void reach_error(void);
struct options {
    int verbose;
    struct options *parent;
};
extern struct options *options;

int main(void) {
    if (options->parent->parent->verbose == 3)
        reach_error();
    return 0;
}
