// verdict: unknown
// slow: others of its kind are run at every change
// strategy: auto
// properties: valid-memsafety
// reason: the size '*count' of a parameter, which is computed at every call
// What the size is read from may be no object.

extern int __VERIFIER_nondet_int(void);

int nothing(int *count, int values[*count]) { return 0; }

int main(void) {
    int one = 1, values[5];
    return nothing(__VERIFIER_nondet_int() ? &one : 0, values);
}
