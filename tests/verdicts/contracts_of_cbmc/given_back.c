// A contract says which pointer comes back: what is written through it is written there, so that this is not shown.
// verdict: unknown
// reason: it rests on what the contract of 'same' allows
// function: change
// strategy: bounded
int *same(int *place)
    __CPROVER_requires(__CPROVER_is_fresh(place, sizeof *place))
    __CPROVER_assigns()
    __CPROVER_ensures(__CPROVER_return_value == place);

int change(void)
    __CPROVER_assigns()
    __CPROVER_ensures(__CPROVER_return_value == 1)
{
    int number = 1;
    int *found = same(&number);
    *found = 5;
    return number;
}
