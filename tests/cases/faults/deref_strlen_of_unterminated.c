// property: valid-memsafety
// end: violation invalid-deref line 12

#include <string.h>

int main(void) {
    char code[4] = "ABCD"; /* no room for the terminator, and C allows it */
    struct {
        char first[4];
    } copy;
    memcpy(copy.first, code, 4);
    return (int)strlen(copy.first);
}
