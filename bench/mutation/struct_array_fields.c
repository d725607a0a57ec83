// verdict: violated
// inputs: 0..3 0..3
// The last one wins.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

struct slot { int key, value; };

int main(void) {
    struct slot s[4] = {{0, 5}, {1, 6}, {2, 7}, {3, 8}};
    int i = __VERIFIER_nondet_int() & 3, j = __VERIFIER_nondet_int() & 3;
    s[i].value = 1;
    s[j].value = 2;
    if (s[i].value != 1)
        reach_error();
    return 0;
}
