// strategy: auto
// verdict: violated
#include <assert.h>
#include <stdlib.h>

int main(void) {
    const char *text = "e5";
    char *end;
    strtod(text, &end);
    assert(end != text);
    return 0;
}
