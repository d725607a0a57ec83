// inputs: 1,0,1,1,2,0,1,2,2,3
// end: normal 103

extern int __VERIFIER_nondet_int(void);

typedef enum { IDLE, RUNNING, BLOCKED, DONE } state;
typedef state (*transition)(int *);

static state start(int *work) { return *work += 3, RUNNING; }
static state block(int *work) { return *work -= 1, BLOCKED; }
static state finish(int *work) { return *work > 6 ? DONE : IDLE; }
static state stay(int *work) { return (void)work, IDLE; }

static transition const table[4][3] = {
    [IDLE] = {stay, start, stay},
    [RUNNING] = {block, start, finish},
    [BLOCKED] = {[1] = start, [0] = block},
};

int main(void) {
    state s = IDLE;
    int work = 0, steps = 0;
    for (int event; s != DONE && (event = __VERIFIER_nondet_int()) < 3; steps++)
        if (table[s][event])
            s = table[s][event](&work);
    return s * 30 + work + steps;
}
