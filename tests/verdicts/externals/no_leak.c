// What is freed is not lost, kept or not.
// verdict: proved
// slow: others of its kind are run at every change
// strategy: bounded
// properties: valid-memsafety
#include <assert.h>
#include <stdlib.h>
void look(char *p);

int main(void) {
    char *p = malloc(4);
    look(p);
    free(p);
    return 0;
}
