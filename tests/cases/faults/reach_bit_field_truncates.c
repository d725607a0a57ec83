// property: unreach-call
// inputs: 9
// end: violation unreach-call line 22

extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

struct header {
    unsigned version : 3;
    signed delta : 4;
    unsigned rest : 25;
};

int main(void) {
    struct header h = {0, 0, 0};
    int v = __VERIFIER_nondet_int();
    if (v < 1 || v > 15)
        return 0;
    h.version = v;
    h.delta = v;
    if (h.version < v && h.delta < 0 && h.version == 1)
        reach_error();
    return 0;
}
