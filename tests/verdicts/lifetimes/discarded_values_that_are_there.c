// strategy: auto
// verdict: proved
// slow: others of its kind are run at every change
// properties: valid-memsafety
struct part {
    int a[3];
};

int main(void) {
    struct part x = {{1}}, *p = &x, *q = 0;
    *p;
    (void)*p;
    p->a;
    q->a; /* an array is no value: its address is computed, nothing is read */
    &*q;
    return (*p, 1);
}
