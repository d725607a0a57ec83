// What 'forget' leaves in the record may be a pointer to 'x', since it is taken out of there.
// verdict: unknown
// reason: within bounds
// function: use
// strategy: bounded
// properties: unreach-call
struct holder {
    int *pointer;
};

void forget(void *memory, unsigned long size)
__CPROVER_requires(__CPROVER_rw_ok(memory, size))
__CPROVER_assigns(__CPROVER_object_upto(memory, size));

int use(void)
__CPROVER_ensures(__CPROVER_return_value == 1)
{
    struct holder holder = {0};
    int x = 1;
    forget(&holder, sizeof holder);
    *holder.pointer = 2;
    return x;
}
