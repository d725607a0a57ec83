// Strings, pointers and the count are the program's to change.
// verdict: proved
// slow: others of its kind are run at every change
// strategy: bounded
// accept-bounds: yes
// properties: unreach-call, valid-memsafety
#include <assert.h>
int main(int argc, char *argv[])
{
    if (argc < 2 || argv[1][0] == 0)
        return 1;
    argv[1][0] = 'a';
    argv[0] = argv[1];
    argc = 7;
    assert(argv[0][0] == 'a' && argc == 7);
    argv++;
    assert(*argv == argv[0] && **argv == 'a');
    return 0;
}
