// property: no-overflow
// inputs: 2000000000
// end: violation overflow line 11

extern int __VERIFIER_nondet_int(void);

/* The place of the first of 0..n-1 whose square root is at least `wanted`. */
static int first(int n, int wanted) {
    int low = 0, high = n;
    while (low < high) {
        int middle = (low + high) / 2;
        if (middle / wanted < wanted)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 0)
        return 1;
    return first(n, 40000) == 7;
}
