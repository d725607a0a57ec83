// property: no-overflow
// inputs: -2147483647
// end: violation overflow line 11

int __VERIFIER_nondet_int(void);

int main() {
    int level = __VERIFIER_nondet_int();
    int steps = 0;
    do {
        if (--level > 0)
            break;
        steps += 1;
    } while (steps < 5);
    return steps;
}
