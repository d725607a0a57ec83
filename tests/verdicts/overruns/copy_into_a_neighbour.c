// verdict: violated
// slow: others of its kind are run at every change
// strategy: auto
// properties: valid-memsafety
#include <string.h>
int main(void) {
    char name[8], page[4096], line[4096];
    strcpy(name, "abc");
    page[0] = line[0] = 0;
    memcpy(name + 600, "def", 4);
    memcpy(name - 600, "def", 4);
    return page[0] + line[0];
}
