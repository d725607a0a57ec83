// verdict: proved
// inputs: 0..7 0..7
// Two keys in a search tree.
#include <stdlib.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

struct tree { struct tree *left, *right; int key; };

static struct tree *leaf(int key) {
    struct tree *t = malloc(sizeof *t);
    t->left = t->right = 0;
    t->key = key;
    return t;
}

int main(void) {
    int a = __VERIFIER_nondet_int() & 7, b = __VERIFIER_nondet_int() & 7;
    struct tree *root = leaf(a);
    if (b < a)
        root->left = leaf(b);
    else
        root->right = leaf(b);
    if (root->left && root->left->key >= root->key)
        reach_error();
    if (root->right && root->right->key < root->key)
        reach_error();
    return 0;
}
