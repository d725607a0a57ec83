// property: valid-memsafety
// end: violation memory-leak
// allocated: line 18
// data-model: ILP32

#include <stdlib.h>

struct matrix {
    int rows;
    double **row;
};

static struct matrix *build(int rows) {
    struct matrix *m = malloc(sizeof *m);
    m->rows = rows;
    m->row = malloc(rows * sizeof *m->row);
    for (int i = 0; i < rows; i++)
        m->row[i] = calloc(3, sizeof(double));
    return m;
}

static void destroy(struct matrix *m) {
    for (int i = 1; i < m->rows; i++)
        free(m->row[i]);
    free(m->row);
    free(m);
}

int main(void) {
    destroy(build(4));
    return 0;
}
