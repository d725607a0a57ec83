// property: valid-memsafety
// end: violation invalid-deref line 18

#include <stdlib.h>
#include <string.h>

struct small {
    int id;
    char tag[4];
};
struct large {
    struct small head;
    long body[3];
};

int main(void) {
    struct small *s = malloc(sizeof(struct small));
    memset(s, 0, sizeof(struct large));
    int id = s->id;
    free(s);
    return id;
}
