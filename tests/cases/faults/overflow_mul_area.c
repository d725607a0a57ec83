// property: no-overflow
// inputs: 65536,32768
// end: violation overflow line 13

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
    int width = __VERIFIER_nondet_int();
    int height = __VERIFIER_nondet_int();
    __VERIFIER_assume(width > 0 && height > 0);
    if (width < 100000 && height < 100000) {
        int area = width * height;
        if (area > 1000000)
            return 1;
    }
    return 0;
}
