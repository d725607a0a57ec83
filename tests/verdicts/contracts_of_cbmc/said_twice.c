// Eight bytes are there, whatever is said of the first four behind that.
// verdict: proved
// accept-bounds: yes
// strategy: bounded
// function: second
// properties: unreach-call, valid-deref
int second(int *p)
__CPROVER_requires(__CPROVER_r_ok(p, 8))
__CPROVER_requires(p[1] == 3)
__CPROVER_requires(__CPROVER_r_ok(p, 4))
__CPROVER_ensures(__CPROVER_return_value == 3)
{
    return p[1];
}
