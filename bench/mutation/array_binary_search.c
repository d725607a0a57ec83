// verdict: proved
// inputs: 0..15
// Found where it is.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    static const int a[6] = {1, 3, 4, 7, 9, 12};
    int key = __VERIFIER_nondet_int() & 15;
    int low = 0, high = 6, steps = 0;
    while (low < high) {
        int middle = (low + high) / 2;
        steps++;
        if (a[middle] < key)
            low = middle + 1;
        else
            high = middle;
    }
    if (low < 6 && a[low] < key)
        reach_error();
    if (low > 0 && a[low - 1] >= key)
        reach_error();
    if (steps > 3)
        reach_error();
    return 0;
}
