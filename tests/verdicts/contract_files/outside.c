// The contract of a function without a body, with a type of the program's.
// verdict: proved
// function: is_full
// contracts: outside.h
// strategy: bounded
// assumption: 'level' is taken to do what its contract says
struct tank {
    int size;
};
int level(struct tank *t);

int is_full(struct tank *t)
{
    return level(t) / t->size;
}
