// A pointer may be null, and nobody looks.
// verdict: violated
// slow
// function: get
// strategy: bounded
// properties: unreach-call, valid-deref
// open: the memory accessed is valid
int get(const int *place)
    __CPROVER_requires(place == 0 || __CPROVER_is_fresh(place, sizeof *place))
{
    return *place;
}
