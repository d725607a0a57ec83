// strategy: auto
// verdict: proved
// slow: others of its kind are run at every change
#include <assert.h>
#include <stdio.h>

int main(void) {
    FILE *file = fopen("data", "r");
    if (file == NULL)
        return 1;
    if (fgetc(file) != EOF) {
        long at = ftell(file);
        assert(at == 1 || at == -1);
    }
    if (fseek(file, 10, SEEK_SET) == 0) {
        long at = ftell(file);
        assert(at == 10 || at == -1);
    }
    fclose(file);
    return 0;
}
