// strategy: auto
// verdict: unknown
// properties: unreach-call
// It has the name of one of the library's, and keeps what it is given.
extern void reach_error(void);
int *kept;

int memcmp(const void *one, const void *other, unsigned long count) {
    kept = (int *)one;
    return other == 0 && count;
}

int main(void) {
    {
        int x = 3;
        memcmp(&x, &x, 0);
    }
    if (*kept != 3)
        reach_error();
    return 0;
}
