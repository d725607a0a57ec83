// property: no-overflow
// inputs: -3
// end: violation overflow line 8

extern int __VERIFIER_nondet_int(void);

int fixed_point(int whole) {
    return whole << 8;
}

int main(void) {
    int whole = __VERIFIER_nondet_int();
    if (whole < -100 || whole > 100)
        return 1;
    return fixed_point(whole) == 0;
}
