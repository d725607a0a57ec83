// Fresh twice: no call can do that.
// verdict: violated
// function: use
// strategy: bounded
// properties: unreach-call
void both(int *p)
__CPROVER_requires(__CPROVER_is_fresh(p, sizeof *p))
__CPROVER_requires(__CPROVER_is_fresh(p, sizeof *p))
__CPROVER_assigns(*p);

int use(void)
__CPROVER_assigns()
__CPROVER_ensures(__CPROVER_return_value == 2)
{
    int x = 1;
    both(&x);
    return 2;
}
