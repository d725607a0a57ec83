// strategy: auto
// verdict: violated
// slow: others of its kind are run at every change
#include <assert.h>
#include <stdio.h>

int main(void) {
    char line[4];
    assert(fgets(line, sizeof line, stdin) != NULL);
    return 0;
}
