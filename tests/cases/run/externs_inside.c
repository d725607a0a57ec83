// end: normal 21

int v = 7;
static int f(void) {
    extern int v;
    int *p = &v;
    *p += 2;
    return v;
}

int main(void) {
    int v = 1;
    {
        extern int v;
        v += f();
    }
    return v + f();
}
