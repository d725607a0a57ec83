// verdict: proved
// slow: others of its kind are run at every change
// No law relates 12 and 144 but the calls themselves.
extern void reach_error(void);

static int fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }

int main(void) {
    if (fibonacci(12) != 144)
        reach_error();
    return 0;
}
