// property: no-overflow
// inputs: 2147483647
// end: violation overflow line 15
// data-model: ILP32

extern int __VERIFIER_nondet_int();

struct account {
    char owner[8];
    long balance;
};

void deposit(struct account *a, long amount) {
    if (amount > 0)
        a->balance += amount;
}

int main() {
    struct account a = {"ann", 1};
    deposit(&a, __VERIFIER_nondet_int());
    return a.balance > 0;
}
