// property: no-overflow
// inputs: 2147483640,10
// end: violation overflow line 13

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int used = __VERIFIER_nondet_int();
    int wanted = __VERIFIER_nondet_int();
    if (used < 0 || wanted < 0)
        return 0;
    int granted = 0;
    if (wanted != 0 && used + wanted <= 1000000)
        granted = wanted;
    return granted;
}
