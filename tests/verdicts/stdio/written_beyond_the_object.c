// strategy: auto
// verdict: violated
// properties: valid-memsafety
#include <stdio.h>

int main(void) {
    char bytes[8] = {0};
    return (int)fwrite(bytes, 1, 9, stdout);
}
