// strategy: auto
// verdict: violated
// slow: others of its kind are run at every change
#include <assert.h>
#include <time.h>

int main(void) {
    time_t second = 0;
    char text[4] = "abc";
    strftime(text, 4, "%Y", gmtime(&second));
    assert(text[0] == 'a');
    return 0;
}
