// A record with a pointer in it goes out as bytes.
// verdict: unknown
// strategy: bounded
// slow: others of its kind are run at every change
// reason: pointers that the types of what they are given tell of
#include <assert.h>
#include <string.h>
struct request { int *answer; int kind; };
struct packet { int length; unsigned char body[32]; };
int post(const struct packet *packet);

int main(void) {
    int answer = -1;
    struct request request = {&answer, 1};
    struct packet packet = {sizeof request};
    memmove(packet.body, &request, sizeof request);
    post(&packet);
    assert(answer == -1);
}
