// strategy: auto
// verdict: violated
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
