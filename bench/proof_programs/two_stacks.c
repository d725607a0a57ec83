/* A queue made of two stacks: eight times a number goes in or out, in any order, first in, first out. */
// property: unreach-call, valid-memsafety
// verdict: proved
#include <assert.h>
#include <dovetail.h>
#include <stdbool.h>

#define STEPS 8

static int in[STEPS], out[STEPS], ins, outs;

static void put(int number) { in[ins++] = number; }

static bool get(int *number) {
    if (outs == 0) {
        while (ins) {
            out[outs++] = in[--ins];
        }
    }
    if (outs == 0) return false;
    *number = out[--outs];
    return true;
}

int main(void) {
    int sent[STEPS], number, first = 0, last = 0;
    for (int i = 0; i < STEPS; i++) {
        if (dovetail_any_bool()) {
            number = dovetail_any_int();
            sent[last++] = number;
            put(number);
        } else if (get(&number)) {
            assert(first < last && number == sent[first]);
            first++;
        } else {
            assert(first == last);
        }
    }
    return 0;
}
