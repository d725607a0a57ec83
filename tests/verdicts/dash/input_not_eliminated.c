// verdict: proved
// slow: others of its kind are run at every change
// What is moved from one side to the other is an input inside of the loop, and no weakest precondition without it
// is known. The sum is kept all the same.
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    unsigned left = 6, right = 0;
    for (int round = 0; round < 3; round++) {
        unsigned amount = __VERIFIER_nondet_uint() & 7;
        if (amount <= left) {
            left -= amount;
            right += amount;
        }
    }
    if (left > 6 || left + right != 6)
        reach_error();
    return 0;
}
