/* Nine comparisons sort five numbers, and lose none. */
// property: unreach-call, valid-memsafety
// verdict: proved
#include <assert.h>
#include <dovetail.h>

#define LENGTH 5

static void in_order(int *numbers, int i, int j) {
    if (numbers[i] > numbers[j]) {
        int kept = numbers[i];
        numbers[i] = numbers[j];
        numbers[j] = kept;
    }
}

int main(void) {
    static const int pairs[][2] = {{0, 3}, {1, 4}, {0, 2}, {1, 3}, {0, 1}, {2, 4}, {1, 2}, {3, 4}, {2, 3}};
    int numbers[LENGTH], before = 0, after = 0, any = dovetail_any_int();
    for (int i = 0; i < LENGTH; i++) {
        numbers[i] = dovetail_any_int();
        before += numbers[i] == any;
    }
    for (unsigned i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        in_order(numbers, pairs[i][0], pairs[i][1]);
    }
    for (int i = 0; i < LENGTH; i++) {
        after += numbers[i] == any;
        assert(i == 0 || numbers[i - 1] <= numbers[i]);
    }
    assert(after == before);
    return 0;
}
