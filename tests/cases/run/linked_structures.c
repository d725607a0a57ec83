// inputs: 50,30,70,20,40,60,80,30
// end: normal 97

#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct tree {
    int key, count;
    struct tree *child[2];
};

static struct tree *insert(struct tree *t, int key) {
    if (!t) {
        t = calloc(1, sizeof *t);
        t->key = key;
    }
    if (key == t->key)
        t->count++;
    else
        t->child[key > t->key] = insert(t->child[key > t->key], key);
    return t;
}

static unsigned walk(const struct tree *t, unsigned h) {
    return t ? walk(t->child[1], walk(t->child[0], h) * 31 + t->key * t->count) : h;
}

static int destroy(struct tree **t) {
    int n = 0;
    if (*t) {
        n = 1 + destroy(&(*t)->child[0]) + destroy(&(*t)->child[1]);
        free(*t);
        *t = 0;
    }
    return n;
}

int main(void) {
    struct tree *root = 0;
    for (int i = 0; i < 8; i++)
        root = insert(root, __VERIFIER_nondet_int());
    unsigned h = walk(root, 1);
    return (h + destroy(&root) + (root == 0)) % 126;
}
