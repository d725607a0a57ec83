// strategy: auto
// verdict: unknown
// reason: the attribute 'scalar_storage_order' is not modelled
// gcc turns the bytes of such a record round; clang does not know the word, and leaves them as they are.
#include <assert.h>

struct header {
    unsigned short port;
    unsigned short length;
} __attribute__((packed, scalar_storage_order("big-endian")));

int main(void) {
    unsigned char packet[4] = {1, 2, 3, 4};
    struct header *header = (struct header *)packet;
    assert(header->length == 0x0403);
    return 0;
}
