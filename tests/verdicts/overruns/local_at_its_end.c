// verdict: proved
// slow: others of its kind are run at every change
// strategy: auto
// properties: valid-memsafety
// The pointer leaves the array for a while, but nothing is accessed there.
int main(void) {
    int left[600], middle[4], right[600];
    left[599] = right[0] = 1;
    int *p = middle + 3;
    *p = left[599];
    p = p - 3;
    *p = right[0];
    return p[3];
}
