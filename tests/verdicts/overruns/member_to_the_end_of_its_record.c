// verdict: proved
// slow: others of its kind are run at every change
// strategy: auto
// properties: valid-memsafety
// An access is valid if it lies in the object; the array is a part of one.
struct record { int a[2]; int b; };
int main(void) {
    struct record s = {{1, 2}, 3};
    int *p = s.a;
    return p[2];
}
