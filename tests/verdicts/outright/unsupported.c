// What is not modelled is reached: nothing is proved.
// verdict: unknown
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int x = __VERIFIER_nondet_int();
    __asm__("nop" : "=r"(x));
    if (x == 3) x = 4;
    if (x == 3) reach_error();
    return 0;
}
