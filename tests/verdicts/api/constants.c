// Constant data, which no call changes, and a function with more arguments than it names.
// verdict: proved
// slow: others of its kind are run at every change
// api: all
// properties: valid-memsafety
// strategy: abstract
static const char *const names[] = {"none", "some", "all"};
static unsigned chosen;
const int limit = 3;

int choose(unsigned number, ...)
{
    if (number >= (unsigned)limit)
        return -1;
    chosen = number;
    return 0;
}

char first_letter(void)
{
    return names[chosen][0];
}
