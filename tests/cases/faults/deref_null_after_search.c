// property: valid-memsafety
// inputs: 9
// end: violation invalid-deref line 22

extern int __VERIFIER_nondet_int(void);

struct entry {
    int key, value;
    struct entry *next;
};

static struct entry c = {3, 30, 0}, b = {2, 20, &c}, a = {1, 10, &b};

static struct entry *find(struct entry *at, int key) {
    while (at && at->key != key)
        at = at->next;
    return at;
}

int main(void) {
    struct entry *found = find(&a, __VERIFIER_nondet_int());
    return found->value;
}
