// strategy: auto
// function: first_of
// properties: valid-memsafety
// malloc-may-fail: yes
// verdict: proved
#include <stdlib.h>

int first_of(const int *from, size_t count)
    __CPROVER_requires(count > 0 && count < 1000 && __CPROVER_is_fresh(from, count * sizeof *from))
    __CPROVER_ensures(__CPROVER_return_value == 0 || __CPROVER_return_value == from[0])
{
    int *copy = malloc(sizeof *copy);
    if (copy == NULL)
        return 0;
    *copy = from[0];
    int found = *copy;
    free(copy);
    return found;
}
