// property: no-overflow
// inputs: -2147483648,-1
// end: violation overflow line 8

extern int __VERIFIER_nondet_int(void);

static int bucket(int key, int buckets) {
    int b = key % buckets;
    if (b < 0)
        b += buckets < 0 ? -(buckets + 1) : buckets;
    return b;
}

int main(void) {
    int key = __VERIFIER_nondet_int();
    int buckets = __VERIFIER_nondet_int();
    if (buckets != 0)
        return bucket(key, buckets) == 0;
    return 0;
}
