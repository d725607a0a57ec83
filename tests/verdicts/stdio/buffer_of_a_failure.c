// verdict: violated
// slow: others of its kind are run at every change
// strategy: auto
// What was there before need not be there where reading has failed.
#include <assert.h>
#include <stdio.h>

int main(void) {
    char line[8] = {0, 0, 0, 0, 0, 0, 'x', 0};
    if (fgets(line, 8, stdin) == 0 && ferror(stdin))
        assert(line[6] == 'x');
    return 0;
}
