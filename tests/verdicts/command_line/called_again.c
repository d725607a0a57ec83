// main may call itself, with what is left.
// verdict: violated
// slow: others of its kind are run at every change
// strategy: auto
#include <assert.h>
int main(int argc, char *argv[])
{
    if (argc > 1)
        return main(argc - 1, argv + 1);
    if (argc == 1)
        assert(argv[0][0] != 'z');
    return 0;
}
