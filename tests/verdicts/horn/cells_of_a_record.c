// verdict: proved
// What is counted is in memory: cells that the program reads by a variable are numbers, too.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

struct account {
    int balance, spent;
};

int main(void) {
    struct account *account = malloc(sizeof *account);
    account->balance = 1000;
    account->spent = 0;
    while (__VERIFIER_nondet_int()) {
        if (account->balance < 3)
            break;
        account->balance -= 3;
        account->spent += 3;
    }
    if (account->balance + account->spent != 1000)
        reach_error();
    return 0;
}
