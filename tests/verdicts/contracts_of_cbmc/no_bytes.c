// Where no byte is to be readable the pointer is one all the same.
// verdict: violated
// function: ask
// strategy: bounded
int is_there(const char *text, unsigned length)
    __CPROVER_requires(length < 8 && __CPROVER_r_ok(text, length))
    __CPROVER_assigns()
    __CPROVER_ensures(__CPROVER_return_value == 1);

int ask(void)
    __CPROVER_assigns()
{
    return is_there(0, 0);
}
