// That there are at most four strings is Dovetail's word, not the user's.
// verdict: unknown
// strategy: bounded
// reason: started with at most 4 arguments, its name among them, of up to 15 characters
#include <assert.h>
int main(int argc, char *argv[])
{
    assert(argc < 5 || argv[0] == 0);
    return 0;
}
