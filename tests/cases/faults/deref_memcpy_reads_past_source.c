// property: valid-memsafety
// inputs: 12
// end: violation invalid-deref line 16

#include <string.h>

extern unsigned int __VERIFIER_nondet_uint(void);

/* As in the heartbeat: the length is taken from the request, not from what came. */
int main(void) {
    char request[8] = "\x01hello";
    char reply[32];
    unsigned length = __VERIFIER_nondet_uint();
    if (length > sizeof reply)
        return 1;
    memcpy(reply, request, length);
    return reply[0];
}
