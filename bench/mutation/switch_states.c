// verdict: proved
// inputs: 0..1 0..1 0..1 0..1
// A machine with three states.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    enum { IDLE, RUNNING, DONE } state = IDLE;
    int starts = 0;
    for (int i = 0; i < 4; i++) {
        int signal = __VERIFIER_nondet_int() & 1;
        switch (state) {
        case IDLE:
            if (signal) {
                state = RUNNING;
                starts++;
            }
            break;
        case RUNNING:
            state = signal ? RUNNING : DONE;
            break;
        case DONE:
            break;
        }
    }
    if (starts > 1 || (state == DONE && starts == 0))
        reach_error();
    return 0;
}
