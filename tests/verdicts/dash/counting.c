// verdict: proved
// slow: others of its kind are run at every change
extern void reach_error(void);

int main(void) {
    int i = 0;
    while (i < 3)
        i++;
    if (i != 3)
        reach_error();
    return 0;
}
