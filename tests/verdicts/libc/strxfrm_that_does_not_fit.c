// strategy: auto
// verdict: violated
// slow: others of its kind are run at every change
#include <assert.h>
#include <string.h>

int main(void) {
    char to[3] = "##";
    strxfrm(to, "abcdef", 3);
    assert(to[0] == 'a');
    return 0;
}
