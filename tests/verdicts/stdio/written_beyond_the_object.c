// strategy: auto
// verdict: violated
// slow: others of its kind are run at every change
// properties: valid-memsafety
#include <stdio.h>

int main(void) {
    char bytes[8] = {0};
    return (int)fwrite(bytes, 1, 9, stdout);
}
