// strategy: auto
// verdict: violated
// slow: others of its kind are run at every change
#include <assert.h>

int main(void) {
    char text[8], *pointer = text;
    __builtin___strcpy_chk(pointer, "abc", __builtin_object_size(pointer, 1));
    __builtin___memset_chk(text + 4, 7, 3, 4);
    __builtin___strcat_chk(pointer, "d", 8);
    assert(text[2] == 'c' && text[3] == 'd' && text[4] == 0);
    assert(text[6] == 7 && __builtin_object_size(text, 0) != 8);
    return 0;
}
