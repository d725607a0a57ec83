// No caller is asked for alignment: it is said that pointers are aligned.
// verdict: proved
// function: first
// strategy: outright
// properties: unreach-call
// assumption: the pointers that 'first' is given are aligned for their types
// no-assumption: is taken to be no constant
int first(const int *p)
__CPROVER_requires(__CPROVER_r_ok(p, sizeof *p))
__CPROVER_assigns()
__CPROVER_ensures(__CPROVER_return_value == *p)
{
    return *p;
}
