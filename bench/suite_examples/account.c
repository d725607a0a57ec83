/* Deposits and withdrawals, with a limit and a fee. */
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int balance = 0, fees = 0, refused = 0;
    for (int i = 0; i < 4; i++) {
        int amount = __VERIFIER_nondet_int();
        if (amount > 500 || amount < -500) {
            refused++;
            continue;
        }
        if (balance + amount < -100) {
            refused++;
            fees += 3;
        } else {
            balance += amount;
            if (balance < 0)
                fees++;
        }
        if (refused > 2)
            break;
    }
    return balance - fees + 1000 * refused;
}
