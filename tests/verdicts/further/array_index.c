// verdict: proved
// properties: valid-index, valid-memsafety
// strategy: bounded
extern int __VERIFIER_nondet_int(void);

struct row {
    int cells[4];
    int used;
    int more[1];
};

int main(void)
{
    struct row row = {{1, 2, 3, 4}, 4, {5}};
    int table[2][3] = {{0}};
    int (*whole)[3] = &table[1];
    int *end = &row.cells[4];
    int chosen = __VERIFIER_nondet_int();
    int sum = row.more[0];

    for (int *cell = row.cells; cell != end; cell++)
        sum += *cell;
    if (0 <= chosen && chosen < 3)
        sum += table[0][chosen] + (*whole)[chosen] + row.cells[chosen + 1];
    return sum;
}
