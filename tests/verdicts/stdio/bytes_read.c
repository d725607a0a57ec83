// strategy: auto
// verdict: proved
// slow: others of its kind are run at every change
// properties: valid-memsafety, unreach-call
#include <assert.h>
#include <fcntl.h>
#include <unistd.h>

int main(void) {
    char bytes[8];
    int file = open("data", O_RDONLY);
    if (file < 0)
        return 1;
    ssize_t count = read(file, bytes, sizeof bytes);
    assert(count >= -1 && count <= 8);
    int other = open("more", O_RDONLY);
    assert(other != file);
    close(file);
    return count > 0 ? bytes[count - 1] : 0;
}
