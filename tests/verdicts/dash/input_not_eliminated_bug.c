// verdict: violated
// slow: others of its kind are run at every change
// As input_not_eliminated.c, but an even amount arrives as an odd one.
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    unsigned left = 6, right = 0;
    for (int round = 0; round < 3; round++) {
        unsigned amount = __VERIFIER_nondet_uint() & 7;
        if (amount <= left) {
            left -= amount;
            right += amount | 1;
        }
    }
    if (left > 6 || left + right != 6)
        reach_error();
    return 0;
}
