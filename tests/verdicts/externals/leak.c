// Whoever is handed a block need not keep it.
// verdict: violated
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
