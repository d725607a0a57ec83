// verdict: violated
// slow: others of its kind are run at every change
// As ring_of_four.c, but a full ring says that it took the value.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

struct ring {
    int slots[4];
    unsigned first, held;
};

static int put(struct ring *ring, int value)
{
    if (ring->held == 4)
        return 1;
    ring->slots[(ring->first + ring->held) % 4] = value;
    ring->held++;
    return 1;
}

static int take(struct ring *ring, int *value)
{
    if (ring->held == 0)
        return 0;
    *value = ring->slots[ring->first];
    ring->first = (ring->first + 1) % 4;
    ring->held--;
    return 1;
}

int main(void)
{
    struct ring ring = {{0}, 0, 0};
    int in = 0, out = 0, value;
    for (int round = 0; round < 6; round++) {
        if (__VERIFIER_nondet_int())
            in += put(&ring, round);
        else
            out += take(&ring, &value);
        assert(ring.held <= 4);
        assert(in - out == (int)ring.held);
    }
    return 0;
}
