// verdict: proved
// slow: others of its kind are run at every change
// strategy: auto
// properties: unreach-call, valid-memsafety
// Sums of parameters, constants and sizes: computed, and seen by nobody.

#include <assert.h>

enum { HALF = 2 };

int at(int rows, int columns, const int values[rows + 1 - 1][columns], int row, int column) {
    return values[row][column];
}

int sum(int n, int values[(int)(n) * HALF], char text[static sizeof(int) / sizeof(char)]) {
    return values[0] + values[n] + text[3];
}

int main(void) {
    int square[2][3] = {{1, 2, 3}, {4, 5, 6}};
    int values[4] = {1, 0, 2, 0};
    assert(at(2, 3, square, 1, 2) == 6);
    assert(sum(2, values, "abc") == 3);
    return 0;
}
