// strategy: auto
// function: kept
// verdict: unknown
// open: __CPROVER_return_value == 1
struct held {
    int *at;
};

/* What `at` leads to is what it led to when the function was called. */
void move(struct held *held)
    __CPROVER_requires(__CPROVER_w_ok(held, sizeof *held) && __CPROVER_w_ok(held->at, sizeof(int)))
    __CPROVER_assigns(held->at, *held->at)
    __CPROVER_ensures(1)
{
}

int kept(struct held *held)
    __CPROVER_requires(__CPROVER_is_fresh(held, sizeof *held) && __CPROVER_is_fresh(held->at, sizeof(int)))
    __CPROVER_assigns(*held, *held->at)
    __CPROVER_ensures(__CPROVER_return_value == 1)
{
    int *at = held->at;
    *at = 1;
    move(held);
    return *at;
}
