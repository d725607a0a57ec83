// verdict: violated
// slow: others of its kind are run at every change
extern void reach_error(void);

struct inner {
    char tag;
    long long number;
};
struct outer {
    struct inner *inner;
};

int main(void) {
    struct outer *o;
    if (o->inner->tag == 'x' && o->inner->number == 123456789012LL)
        reach_error();
    return 0;
}
