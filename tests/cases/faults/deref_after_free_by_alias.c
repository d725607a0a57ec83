// property: valid-memsafety
// end: violation invalid-deref line 11

#include <stdlib.h>

struct buffer {
    char *start, *cursor;
};

static void put(struct buffer *b, char c) {
    *b->cursor++ = c;
}

int main(void) {
    struct buffer b;
    b.start = b.cursor = malloc(16);
    put(&b, 'a');
    free(b.start);
    b.start = 0;
    put(&b, 'b');
    return 0;
}
