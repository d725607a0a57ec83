// strategy: auto
// verdict: proved
// slow: others of its kind are run at every change
// properties: valid-memsafety, unreach-call
#include <assert.h>
#include <stdio.h>
#include <string.h>

int main(void) {
    char line[4];
    if (fgets(line, sizeof line, stdin) != NULL)
        assert(strlen(line) < sizeof line);
    return 0;
}
