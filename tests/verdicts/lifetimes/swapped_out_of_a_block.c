// strategy: auto
// verdict: violated
// slow: others of its kind are run at every change
// properties: valid-memsafety
static void swap(int **a, int **b) {
    int *t = *a;
    *a = *b;
    *b = t;
}

int main(void) {
    int y = 1, *q = &y;
    {
        int x = 2, *p = &x;
        swap(&p, &q);
    }
    return *q;
}
