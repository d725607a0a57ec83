// verdict: violated
// slow: others of its kind are run at every change
// What is declared without a value in the body of a loop holds anything, each time anew.

extern void reach_error(void);

int main(void) {
    for (int i = 0; i < 2; i++) {
        int x;
        if (i == 1 && x == 5)
            reach_error();
        x = 4;
    }
    return 0;
}
