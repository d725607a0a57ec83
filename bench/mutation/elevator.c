// verdict: violated
// inputs: 0..1 0..1 0..1
// Up and up, and out through the roof.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int floor = 1;
    for (int i = 0; i < 3; i++) {
        int up = __VERIFIER_nondet_int() & 1;
        if (up)
            floor++;
        else if (floor > 0)
            floor--;
    }
    if (floor > 3)
        reach_error();
    return 0;
}
