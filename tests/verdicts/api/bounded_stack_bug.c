// A stack of different numbers in an array: pushing one that is there moves it to the top. Nothing keeps pop from an
// empty stack; push then writes in front of the array.
// verdict: violated
// slow
// api: all
// properties: valid-memsafety
// strategy: bounded
// seconds: 15
#define CAPACITY 4

static int elements[CAPACITY];
static int size;
static int max = CAPACITY;

void pop(void)
{
    size--;
}

int push(int number)
{
    int at = 0;
    while (at < size && elements[at] != number)
        at++;
    if (at < size) {
        for (; at < size - 1; at++)
            elements[at] = elements[at + 1];
        elements[size - 1] = number;
        return 1;
    }
    if (size >= max)
        return 0;
    elements[size] = number;
    size++;
    return 1;
}
