// A table that is only read changes nothing.
// verdict: proved
// function: bits
// strategy: bounded
// properties: unreach-call
int bits(unsigned x)
__CPROVER_requires(x < 4)
__CPROVER_assigns()
__CPROVER_ensures(__CPROVER_return_value >= 0 && __CPROVER_return_value <= 2)
{
    static const int table[] = {0, 1, 1, 2};
    return table[x];
}
