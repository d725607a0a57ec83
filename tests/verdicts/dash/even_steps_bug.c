// verdict: violated
// slow: others of its kind are run at every change
// As even_steps.c, with a step that jumps over the bound.
extern void reach_error(void);

int main(void)
{
    unsigned count = 0;
    while (count < 20001)
        count += 2;
    if (count != 20001)
        reach_error();
    return 0;
}
