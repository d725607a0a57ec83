// verdict: violated
// properties: valid-index
// strategy: bounded
extern int __VERIFIER_nondet_int(void);

struct row { int cells[4]; int used; };

int main(void)
{
    struct row row = {{1, 2, 3, 4}, 4};
    int table[2][3] = {{0}}, chosen = __VERIFIER_nondet_int();

    if (chosen == 1)
        row.cells[row.used] = 1;
    if (chosen == 2)
        return table[1][row.cells[1] - 3];
    return 0;
}
