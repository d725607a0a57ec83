// That there are none but the name is a convention.
// verdict: proved
// slow: others of its kind are run at every change
// strategy: dash
// svcomp: yes
#include <assert.h>
int main(int argc, char **argv)
{
    assert(argc == 1);
    return 0;
}
