// verdict: proved
// slow: others of its kind are run at every change
// No way back from the check says that the counter is even; the states of tests do.
extern void reach_error(void);

int main(void)
{
    unsigned count = 0;
    while (count < 200000)
        count += 2;
    if (count != 200000)
        reach_error();
    return 0;
}
