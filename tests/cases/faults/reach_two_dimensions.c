// property: unreach-call
// inputs: 1,2
// end: violation unreach-call line 15

extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

static const int map[3][4] = {{0, 1, 2, 3}, {[2] = 9}, [2][0] = 4, 5};

int main(void) {
    int row = __VERIFIER_nondet_int(), column = __VERIFIER_nondet_int();
    if (row < 0 || row > 2 || column < 0 || column > 3)
        return 0;
    if (map[row][column] > 8 && (&map[0][0])[4 * 2 + 1] == 5)
        reach_error();
    return 0;
}
