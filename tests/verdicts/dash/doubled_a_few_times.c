// verdict: proved
// slow: others of its kind are run at every change
// Each time round the loop makes the predicate about the value another one, so that a weak predicate never comes
// to an end. With the bound of the loop it does, after as many rounds as the loop has.
extern void reach_error(void);

int main(void)
{
    unsigned rounds = 0, value = 1;
    while (rounds < 5) {
        value = value * 3 + 1;
        rounds++;
    }
    if (value == 365)
        reach_error();
    return 0;
}
