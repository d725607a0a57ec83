// strategy: auto
// verdict: violated
// properties: valid-memsafety
// slow: others of its kind are run at every change
#include <time.h>

int main(void) {
    time_t second = 0;
    char text[4];
    strftime(text, 8, "%Y", gmtime(&second));
    return 0;
}
