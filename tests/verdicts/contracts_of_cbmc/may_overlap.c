// What is readable and what is writable may be the same.
// verdict: violated
// slow
// function: copy
// strategy: bounded
// open: the postcondition of 'copy' holds
int copy(int *to, const int *from)
    __CPROVER_requires(__CPROVER_w_ok(to, sizeof *to))
    __CPROVER_requires(__CPROVER_r_ok(from, sizeof *from))
    __CPROVER_assigns(*to)
    __CPROVER_ensures(__CPROVER_return_value == __CPROVER_old(*from))
{
    *to = 5;
    return *from;
}
