// Whoever is handed a block need not keep it.
// verdict: violated
// slow: others of its kind are run at every change
// strategy: bounded
// properties: valid-memsafety
#include <assert.h>
#include <stdlib.h>
void look(char *p);

int main(void) {
    char *p = malloc(4);
    look(p);
    p = 0;
    return 0;
}
