// Nobody may free what the program was started with.
// verdict: violated
// strategy: bounded
// properties: valid-memsafety
#include <stdlib.h>
int main(int argc, char *argv[])
{
    if (argc > 1)
        free(argv[1]);
    return 0;
}
