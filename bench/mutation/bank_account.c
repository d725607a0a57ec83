// verdict: proved
// inputs: 0..7 0..7 0..7
// Never overdrawn.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

static int balance = 5;

static int withdraw(int amount) {
    if (amount > balance)
        return 0;
    balance -= amount;
    return 1;
}

int main(void) {
    int taken = 0;
    for (int i = 0; i < 3; i++) {
        int amount = __VERIFIER_nondet_int() & 7;
        if (withdraw(amount))
            taken += amount;
    }
    if (balance < 0 || taken + balance != 5)
        reach_error();
    return 0;
}
