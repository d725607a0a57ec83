// What is readable and what is writable lie apart: the clause says so.
// verdict: proved
// slow
// function: copy
// strategy: bounded
int copy(int *to, const int *from)
    __CPROVER_requires(__CPROVER_w_ok(to, sizeof *to))
    __CPROVER_requires(__CPROVER_r_ok(from, sizeof *from))
    __CPROVER_requires(!__CPROVER_same_object(to, from))
    __CPROVER_assigns(*to)
    __CPROVER_ensures(__CPROVER_return_value == __CPROVER_old(*from))
{
    *to = 5;
    return *from;
}
