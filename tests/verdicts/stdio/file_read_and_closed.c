// strategy: auto
// verdict: proved
// slow: others of its kind are run at every change
// properties: valid-memsafety, unreach-call
#include <assert.h>
#include <stdio.h>

int main(void) {
    char bytes[8];
    FILE *file = fopen("data", "rb");
    if (file == NULL)
        return 1;
    size_t count = fread(bytes, 1, sizeof bytes, file);
    assert(count <= sizeof bytes);
    if (count < sizeof bytes)
        assert(feof(file) || ferror(file));
    fclose(file);
    return 0;
}
