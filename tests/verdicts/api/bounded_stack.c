// A stack of different numbers in an array: pushing one that is there moves it to the top.
// verdict: proved
// slow: others of its kind are run at every change
// api: all
// properties: valid-memsafety
// strategy: abstract
#define CAPACITY 4

static int elements[CAPACITY];
static int size;
static int max = CAPACITY;

void pop(void)
{
    if (size > 0)
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
