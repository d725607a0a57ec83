// verdict: proved
// inputs: 0..7
// A ring buffer gives back what went in.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int buffer[4], head = 0, tail = 0;
    int x = __VERIFIER_nondet_int() & 7;
    for (int i = 0; i < 6; i++) {
        buffer[head] = x + i;
        head = (head + 1) % 4;
        int got = buffer[tail];
        tail = (tail + 1) % 4;
        if (got != x + i)
            reach_error();
    }
    return 0;
}
