// Figure 4, BoundedStack, corrected: a stack without doubles in an array of fixed size, used in every way by a client. Each access
// must lie within the array.
#include <dovetail.h>

#define ROOM 8

static int elems[ROOM];
static int size, max;

static int *element(int index)
{
    dovetail_always(0 <= index && index < max);
    return &elems[index];
}

static void construct(int capacity)
{
    size = 0;
    if (capacity <= 0 || capacity > ROOM)
        capacity = 2;
    max = capacity;
}

static void pop(void)
{
    if (size > 0)
        size = size - 1;
}

static void push(int k)
{
    int index, already = 0;
    for (index = 0; index < size; index = index + 1) {
        if (*element(index) == k) {
            already = 1;
            break;
        }
    }
    if (already) {
        for (int j = index; j < size - 1; j = j + 1)
            *element(j) = *element(j + 1);
        *element(size - 1) = k;
    } else if (size < max) {
        *element(size) = k;
        size = size + 1;
    }
}

int main(void)
{
    construct(dovetail_any_int());
    for (;;) {
        switch (dovetail_any_int()) {
        case 1:
            push(dovetail_any_int());
            break;
        case 2:
            pop();
            break;
        default:
            return 0;
        }
    }
}
