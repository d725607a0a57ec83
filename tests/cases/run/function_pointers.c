// inputs: 2,1,0,3
// end: normal 34

extern int __VERIFIER_nondet_int(void);

typedef int operation(int, int);
static operation add, sub;
static int mul(int a, int b) { return a * b; }
static int add(int a, int b) { return a + b; }
static int sub(int a, int b) { return a - b; }

struct entry {
    char sign;
    operation *apply;
};

static const struct entry table[] = {{'+', add}, {'-', &sub}, {'*', mul}, {0, 0}};

static operation *choose(int which) { return table[which & 3].apply; }
static int twice(int f(int, int), int x) { return f(f(x, 3), 2); }
static int (*select(int which))(int, int) { return which ? mul : **add; }

int main(void) {
    int value = 10;
    for (int i = 0; i < 4; i++) {
        operation *f = choose(__VERIFIER_nondet_int());
        if (!f)
            break;
        value = (*f)(value, i + 2);
        value = (***f)(value, 1);
    }
    value += twice(sub, 9) + select(1)(2, 3) + (*select(0))(1, 1);
    int (*several[2])(int, int) = {[1] = mul};
    value += several[0] == 0 && several[1] == mul && table[1].apply != add;
    return value & 127;
}
