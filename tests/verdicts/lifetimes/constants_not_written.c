// strategy: auto
// verdict: proved
// slow: others of its kind are run at every change
// properties: valid-memsafety
extern int __VERIFIER_nondet_int(void);


int a;
static int *const where = &a;
static const int table[3] = {1, 2, 3};
static char *names[2] = {"ab", "cd"};

static void set(const int *p) {
    *(int *)p = 3;
}

int main(void) {
    int sum = 0, x = 1;
    char buffer[] = "abc", *text = "xyz", *p = __VERIFIER_nondet_int() ? buffer : text;
    if (p == buffer)
        p[0] = 'q';
    for (int i = 0; i < 3; i++) {
        const int k = table[i], *q = &k;
        sum += *q;
    }
    set(&x);
    *where = 4;
    names[1] = names[0];
    return sum + names[1][1] + x;
}
