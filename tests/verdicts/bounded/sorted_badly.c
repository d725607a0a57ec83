// verdict: violated
// slow: others of its kind are run at every change
// What is sorted is never initialised: contents and length are inputs.
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
    unsigned size = __VERIFIER_nondet_uint();
    if (size == 0 || size > 4)
        return 0;
    short v[size];
    for (unsigned j = 1; j < size; j++)
        if (v[j - 1] > v[j]) {
            short other = v[j];
            v[j] = v[j - 1];
            v[j - 1] = other;
        }
    for (unsigned k = 1; k < size; k++)
        if (v[k - 1] > v[k])
            reach_error();
    return 0;
}
