// verdict: proved
// strategy: auto
// properties: valid-deref

#include <string.h>

int main(void) {
    char *text = strerror(2);
    return text[0] != 0 ? text[1] : 0;
}
