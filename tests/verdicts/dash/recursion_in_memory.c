// verdict: proved
// slow: others of its kind are run at every change
// A tree made and summed up by recursion that is never deep: decided with the calls inlined.
extern void reach_error(void);
extern void *malloc(unsigned long);

struct node {
    int value;
    struct node *left, *right;
};

static struct node *build(int depth) {
    if (depth == 0)
        return 0;
    struct node *made = malloc(sizeof *made);
    made->value = depth;
    made->left = build(depth - 1);
    made->right = build(depth - 1);
    return made;
}

static int sum(struct node *tree) { return tree ? tree->value + sum(tree->left) + sum(tree->right) : 0; }

int main(void) {
    if (sum(build(2)) != 4)
        reach_error();
    return 0;
}
