// strategy: auto
// verdict: proved
// slow: others of its kind are run at every change
#include <assert.h>
#include <string.h>

int main(void) {
    char line[] = ",a,,b";
    char *first = strtok(line, ",");
    char *second = strtok(0, ",");
    assert(first == line + 1 && second == line + 4 && line[2] == 0);
    assert(strtok(0, ",") == 0);
    return 0;
}
