// verdict: proved
// slow: others of its kind are run at every change
// Written through pointers that lead to one of two variables, fields or elements, chosen before.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

struct pair {
    int first, second;
};

int main(void) {
    int a = 0, b = 0, one = __VERIFIER_nondet_int(), other = __VERIFIER_nondet_int();
    struct pair pair = {1, 2};
    int *p = one ? &a : &b, *q = other ? &a : &b, *field = one ? &pair.first : &pair.second;
    int **held = other ? &p : &q;
    *p = 1;
    *q = 2;
    *field = 7;
    if (p == q ? *p != 2 || a + b != 2 : a + b != 3)
        reach_error();
    if ((pair.first == 7) == (pair.second == 7))
        reach_error();
    *held = field;
    **held = 9;
    if (pair.first + pair.second != (one ? 11 : 10))
        reach_error();
    if (other ? q != &a : p != (one ? &a : &b))
        reach_error();
    return 0;
}
