// verdict: unknown
// seconds: 10
// A recursive procedure on pointers has no summary: nothing is claimed.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int last(const int *from, int n) { return n <= 1 ? *from : last(from + 1, n - 1); }
int helper(int v) { return v + 1; }

int main(void) {
    int numbers[3] = {1, 2, 3};
    if (last(numbers, 3) == helper(__VERIFIER_nondet_int() % 2 + 5))
        reach_error();
    return 0;
}
