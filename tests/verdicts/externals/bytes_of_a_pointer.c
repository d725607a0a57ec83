// The bytes are those of a pointer, which it may put together again.
// verdict: unknown
// slow: others of its kind are run at every change
// strategy: bounded
// reason: pointers that the types of what they are given tell of
#include <assert.h>
#include <string.h>
int hand_on(unsigned char *bytes);

int main(void) {
    int x = 0, *p = &x;
    unsigned char packet[sizeof p];
    memcpy(packet, &p, sizeof p);
    hand_on(packet);
    assert(x == 0);
}
