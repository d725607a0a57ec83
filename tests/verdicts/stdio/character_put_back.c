// strategy: auto
// verdict: proved
#include <assert.h>
#include <stdio.h>

int main(void) {
    int c = getchar();
    if (c == EOF) {
        assert(feof(stdin) || ferror(stdin));
        return 0;
    }
    assert(!feof(stdin));
    ungetc('x', stdin);
    assert(getchar() == 'x');
    return 0;
}
