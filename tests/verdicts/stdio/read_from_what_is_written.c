// verdict: proved
// slow: others of its kind are run at every change
// strategy: bounded
#include <assert.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

int main(void) {
    char byte;
    int file = open("a", O_WRONLY), other = open("b", O_RDONLY);
    FILE *stream = fopen("c", "a");
    if (file >= 0)
        assert(read(file, &byte, 1) == -1);
    if (other >= 0)
        assert(write(other, "x", 1) == -1);
    if (stream != 0) {
        assert(fgetc(stream) == EOF && ferror(stream) && !feof(stream));
    }
}
