// verdict: violated
// slow: others of its kind are run at every change
// strategy: auto
// properties: valid-memsafety
int small[3], large[1000], other[3];
int main(void) {
    int *p = small;
    p[500] = 1;
    other[2] = large[999];
    return 0;
}
