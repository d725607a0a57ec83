// strategy: auto
// verdict: violated
// slow: others of its kind are run at every change
// properties: valid-memsafety
// read may fail: then the index is -1 - 1.
#include <unistd.h>

int main(void) {
    char bytes[8];
    ssize_t count = read(0, bytes, sizeof bytes);
    bytes[count - 1] = 0;
    return 0;
}
