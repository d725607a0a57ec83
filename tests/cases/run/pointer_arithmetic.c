// end: normal 47

static int grid[4][6];

int main(void) {
    int h = 0;
    for (int i = 0; i < 24; i++)
        (&grid[0][0])[i] = i;
    int *p = &grid[1][2], *q = &grid[3][5];
    h += (int)(q - p) * 3;
    p += 4;
    h += *p + p[-1] + 2[p] + *(1 + p);
    int(*row)[6] = &grid[1];
    row++;
    h += (*row)[1] + row[1][0] + **row + *row[-2];
    h += (int)((char *)(row + 1) - (char *)row);
    h += (p < q) + (p <= p) * 2 + (q > p) * 4 + (p == &grid[2][0]) * 8 + (q != p);
    char *c = (char *)grid;
    h += *(int *)(c + 40);
    const void *v = p;
    h += (int)((const char *)v - c);
    int **pp = &p;
    (*pp)--;
    **pp += 50;
    h += grid[1][5];
    void *null = 0;
    h += !null + (null == (void *)0);
    return h % 126;
}
