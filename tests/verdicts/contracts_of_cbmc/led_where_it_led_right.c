// strategy: auto
// function: twice
// verdict: proved
struct held {
    int *at;
};

/* It assigns nothing: that `at` is readable afterwards is no other place than before. */
void look(struct held *held)
    __CPROVER_requires(__CPROVER_w_ok(held, sizeof *held) && __CPROVER_w_ok(held->at, sizeof(int)))
    __CPROVER_assigns()
    __CPROVER_ensures(__CPROVER_w_ok(held->at, sizeof(int)))
{
}

int twice(struct held *held)
    __CPROVER_requires(__CPROVER_is_fresh(held, sizeof *held) && __CPROVER_is_fresh(held->at, sizeof(int)))
    __CPROVER_assigns(*held, *held->at)
    __CPROVER_ensures(__CPROVER_return_value == 2)
{
    int *at = held->at;
    *at = 1;
    look(held);
    *held->at = 2;
    return *at;
}
