// end: normal 14

#include <stdlib.h>
#include <string.h>

struct person {
    char name[8];
    int age;
    struct person *friend;
};

static int by_age(const void *a, const void *b) {
    int x = (*(struct person *const *)a)->age, y = (*(struct person *const *)b)->age;
    return (x > y) - (x < y);
}

int main(void) {
    static const char *const names[] = {"ann", "bob", "cy", "dee"};
    static const int ages[] = {41, 7, 30, 12};
    struct person **all = malloc(2 * sizeof *all);
    for (int i = 0; i < 4; i++) {
        if (i == 2)
            all = realloc(all, 4 * sizeof *all);
        all[i] = calloc(1, sizeof **all);
        strcpy(all[i]->name, names[i]);
        all[i]->age = ages[i];
        all[i]->friend = i ? all[i - 1] : NULL;
    }
    qsort(all, 4, sizeof *all, by_age);
    unsigned h = 0;
    for (int i = 0; i < 4; i++)
        h = h * 31 + all[i]->name[0] + all[i]->age + (all[i]->friend ? all[i]->friend->age : 1);
    struct person key = {"?", 30, NULL}, *wanted = &key;
    struct person **found = bsearch(&wanted, all, 4, sizeof *all, by_age);
    h = h * 31 + (unsigned)(found - all) + (unsigned)abs(-3) + (unsigned)div(-17, 5).rem;
    for (int i = 0; i < 4; i++)
        free(all[i]);
    free(all);
    return h % 126;
}
