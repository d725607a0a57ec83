// C lets a program be started without even its name.
// verdict: violated
// strategy: bounded
#include <assert.h>
int main(int argc, char **argv)
{
    assert(argc > 0);
    return 0;
}
