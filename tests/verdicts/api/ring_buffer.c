// A queue in a ring.
// verdict: proved
// slow: others of its kind are run at every change
// api: all
// properties: valid-memsafety
// accept-bounds: yes
// strategy: abstract
enum { SLOTS = 8 };

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
    first = (first + 1) % SLOTS;
    count--;
    return 0;
}

void clear(void)
{
    first = count = 0;
}
