// verdict: proved
// slow: others of its kind are run at every change
// In branches that exclude each other, and in different rounds of a loop, objects have the same numbers.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern void *malloc(__SIZE_TYPE__);
extern void *calloc(__SIZE_TYPE__, __SIZE_TYPE__);

int main(void) {
    int *kept[2], round = 0;
    while (round < 2) {
        int *made;
        if (__VERIFIER_nondet_int()) {
            made = malloc(sizeof(int));
            *made = 10 + round;
        } else {
            made = calloc(2, sizeof(int));
            if (made[0] != 0 || made[1] != 0)
                reach_error();
            *made = 20 + round;
        }
        kept[round++] = made;
    }
    if (kept[0] == kept[1])
        reach_error();
    if (*kept[0] % 10 != 0 || *kept[1] % 10 != 1)
        reach_error();

    int *last = 0, i;
    for (i = 0; i < 4; i++) {
        last = malloc(sizeof(int));
        *last = i;
        if (__VERIFIER_nondet_int())
            break;
    }
    int *fresh = malloc(sizeof(int));
    *fresh = 100;
    if (last == fresh || last == kept[0] || *last != (i < 4 ? i : 3))
        reach_error();
    return 0;
}
