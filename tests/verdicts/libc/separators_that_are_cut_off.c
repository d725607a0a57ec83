// The terminator goes where the separators are.
// verdict: unknown
// slow: others of its kind are run at every change
// strategy: bounded
// reason: a copy between places that overlap
#include <assert.h>
#include <string.h>

int main(void) {
    char text[8] = "ab;c";
    char *token = strtok(text, text + 2);
    assert(token == text);
}
