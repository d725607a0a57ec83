// What is handed over is still there.
// verdict: proved
// slow: others of its kind are run at every change
// strategy: bounded
// properties: valid-memsafety
// accept-bounds: yes
#include <assert.h>
#include <stdlib.h>
struct box { int size; char *data; };
void fill(struct box *b);

int main(void) {
    char text[4];
    struct box b = {4, text};
    fill(&b);
    text[3] = 0;
    return text[0];
}
