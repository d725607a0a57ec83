// What cannot be read need not be null.
// verdict: violated
// function: is_null
// strategy: bounded
int is_null(const int *place)
    __CPROVER_requires(!__CPROVER_r_ok(place, sizeof *place))
    __CPROVER_ensures(__CPROVER_return_value == 1)
{
    return place == 0;
}
