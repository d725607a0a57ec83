// end: normal 41

#include <stdlib.h>

struct row {
    unsigned char count;
    int cell[];
};

struct named {
    int id;
    char name[];
};

static struct named fixed = {4, "flexible"};

int main(void) {
    struct row *r = malloc(sizeof(struct row) + 4 * sizeof(int));
    r->count = 4;
    for (int i = 0; i < r->count; i++)
        r->cell[i] = i * 7;
    struct row head = *r; /* without the array */
    int sum = head.count + (int)sizeof(struct row) + (int)__builtin_offsetof(struct row, cell[2]);
    for (int i = 0; i < r->count; i++)
        sum += r->cell[i];
    free(r);
    return (sum + fixed.id + fixed.name[7]) % 126;
}
