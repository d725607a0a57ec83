// property: valid-memsafety
// inputs: 1,1,1,1,1
// end: violation invalid-deref line 12

extern int __VERIFIER_nondet_int(void);

#define SIZE 4
static int ring[SIZE];
static unsigned head;

static void enqueue(int value) {
    ring[head] = value;
    if (head > SIZE - 1)
        head = 0;
    else
        head++;
}

int main(void) {
    for (int i = 0; i < 8 && __VERIFIER_nondet_int(); i++)
        enqueue(i);
    return 0;
}
