// verdict: proved
// slow: others of its kind are run at every change
// svcomp: yes
// strategy: auto
// properties: valid-memsafety
// The padding of one member lies on the pointer that is the other.
#include <stdlib.h>

int main(void) {
    union {
        char *text;
        struct {
            char marks[2];
            char *own;
            char *other;
        } parts;
    } both;
    both.text = malloc(37);
    both.parts.other = (char *)&both;
    free(both.text);
    return 0;
}
