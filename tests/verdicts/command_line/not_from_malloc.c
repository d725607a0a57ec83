// Nobody may free what the program was started with.
// verdict: violated
// slow: others of its kind are run at every change
// strategy: bounded
// properties: valid-memsafety
#include <stdlib.h>
int main(int argc, char *argv[])
{
    if (argc > 1)
        free(argv[1]);
    return 0;
}
