// A violation behind a billion iterations: the machine comes there, and the executor would take minutes.
// verdict: violated
// strategy: auto
extern void reach_error(void);

int main(void)
{
    unsigned number = 3;
    while (number >= 3) {
        number += 5;
    }
    if (number == 2)
        reach_error();
    return 0;
}
