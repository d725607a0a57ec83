// A queue in a ring. The first place runs out of it.
// verdict: violated
// slow
// api: all
// properties: valid-memsafety
// strategy: bounded
// seconds: 15
enum { SLOTS = 2 };

static short data[SLOTS];
static unsigned first, count;

int put(short value)
{
    if (count == SLOTS)
        return -1;
    data[(first + count) % SLOTS] = value;
    count++;
    return 0;
}

int get(short *value)
{
    if (count == 0 || !value)
        return -1;
    *value = data[first];
    first = first == SLOTS ? 0 : first + 1;
    count--;
    return 0;
}

void clear(void)
{
    first = count = 0;
}
