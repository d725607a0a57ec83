// verdict: violated
// slow: others of its kind are run at every change
// strategy: auto
// properties: valid-deref
// There is nothing behind its end.

#include <string.h>

int main(void) {
    char *text = strerror(2);
    if (strlen(text) > 100)
        return 0;
    return text[200];
}
