// strategy: abstract+horn
// verdict: proved
// slow: the check of its proof takes long
// What two loops have counted together is enough for a third: a relation of four variables, which no run suggests by
// itself, holds at its head. The ranges by which nothing wraps are octagons.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int apples = __VERIFIER_nondet_int(), pears = __VERIFIER_nondet_int();
    if (apples < -500 || apples > 500 || pears < -500 || pears > 500)
        return 0;
    int fruits = 0;
    for (int i = 0; i < apples; i++)
        fruits++;
    for (int i = 0; i < pears; i++)
        fruits++;
    for (int eaten = 0; eaten < apples + pears; eaten++) {
        if (fruits <= 0)
            reach_error();
        fruits--;
    }
    return 0;
}
