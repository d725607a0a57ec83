// property: valid-memsafety
// end: violation invalid-deref line 17

#include <stdlib.h>

int main(void) {
    int room = 2, used = 0;
    int *values = malloc(room * sizeof *values);
    int *first = values;
    for (int i = 0; i < 5; i++) {
        if (used == room) {
            room *= 64;
            values = realloc(values, room * sizeof *values);
        }
        values[used++] = i;
    }
    int seen = *first;
    free(values);
    return seen;
}
