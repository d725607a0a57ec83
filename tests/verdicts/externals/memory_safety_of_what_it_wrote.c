// A pointer that it wrote leads anywhere.
// verdict: violated
// slow: others of its kind are run at every change
// strategy: bounded
// properties: valid-memsafety
#include <assert.h>
struct box { int size; char *data; };
void fill(struct box *b);

int main(void) {
    char text[4] = "abc";
    struct box b = {4, text};
    fill(&b);
    return b.data[0];
}
