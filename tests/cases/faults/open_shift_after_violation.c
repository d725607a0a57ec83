// end: violation unreach-call line 7
// What happens before the shift happens.
extern void reach_error(void);

static int left(int n) {
    if (n > 3)
        reach_error();
    return n;
}

int main(void) {
    return left(2) + (left(4) << (left(3), 32));
}
