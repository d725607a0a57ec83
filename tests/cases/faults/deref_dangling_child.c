// property: valid-memsafety
// inputs: 5
// end: violation invalid-deref line 23

#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct tree {
    int key;
    struct tree *left, *right;
};

static struct tree *leaf(int key) {
    struct tree *t = malloc(sizeof *t);
    t->key = key, t->left = t->right = 0;
    return t;
}

static int sum(const struct tree *t) {
    if (!t)
        return 0;
    return t->key + sum(t->left) + sum(t->right);
}

int main(void) {
    struct tree *root = leaf(4);
    root->left = leaf(2);
    root->right = leaf(5);
    if (root->right->key == __VERIFIER_nondet_int())
        free(root->right);
    int s = sum(root);
    free(root->left), free(root);
    return s;
}
