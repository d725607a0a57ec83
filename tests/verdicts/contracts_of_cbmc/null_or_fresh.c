// A pointer may be null, and is looked at.
// verdict: proved
// function: get
// strategy: bounded
// properties: unreach-call, valid-deref
int get(const int *place)
    __CPROVER_requires(place == 0 || __CPROVER_is_fresh(place, sizeof *place))
    __CPROVER_ensures(place != 0 || __CPROVER_return_value == 0)
{
    return place ? *place : 0;
}
