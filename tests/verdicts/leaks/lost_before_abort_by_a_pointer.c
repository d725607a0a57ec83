// verdict: violated
// strategy: auto
// properties: valid-memtrack
#include <stdlib.h>

int main(void) {
    void (*end)(void) = abort;
    int *p = malloc(4);
    p = 0;
    end();
    return 0;
}
