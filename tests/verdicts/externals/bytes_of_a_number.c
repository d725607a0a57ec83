// The bytes are no part of a pointer.
// verdict: proved
// slow: others of its kind are run at every change
// strategy: bounded
#include <assert.h>
#include <string.h>
int hand_on(unsigned char *bytes);

int main(void) {
    int x = 0, y = 1;
    unsigned char packet[sizeof y];
    memcpy(packet, &y, sizeof y);
    hand_on(packet);
    assert(x == 0);
}
