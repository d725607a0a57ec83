// verdict: proved
// strategy: auto
// properties: valid-memsafety
// Members of packed records are where no pointer would be otherwise.
#include <stdlib.h>

static struct __attribute__((packed)) {
    char tag;
    void *block;
} kept[2];

int main(void) {
    kept[0].block = malloc(4);
    kept[1].block = malloc(4);
    return 0;
}
