// verdict: violated
// slow: others of its kind are run at every change
// strategy: auto
// properties: valid-memsafety
// Wherever the compiler puts them, one of the two accesses is in the other array.
int main(void) {
    int left[600], middle[4], right[600];
    left[0] = middle[0] = right[0] = 0;
    int *p = middle;
    p[300] = 1;
    p[-300] = 1;
    return left[0] + right[0];
}
