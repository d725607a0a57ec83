// Whatever 'forget' leaves behind: nobody takes a pointer out of it.
// verdict: proved
// function: use
// strategy: bounded
// properties: unreach-call
void forget(void *memory, unsigned long size)
__CPROVER_requires(__CPROVER_rw_ok(memory, size))
__CPROVER_assigns(__CPROVER_object_upto(memory, size));

int use(void)
__CPROVER_ensures(__CPROVER_return_value == 1)
{
    int other[2] = {1, 2};
    int x = 1;
    forget(other, sizeof other);
    return x;
}
